"""The block of a page that holds most of something."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable

_MAIN_BLOCK: Final = library.load().mezmun_main_block
_MAIN_BLOCK.argtypes = (*(ctypes.c_void_p,) * 6, ctypes.c_double)
_MAIN_BLOCK.restype = ctypes.c_int32


def main_block(page: "NodeTable", before: NDArray[np.int64], part: NDArray[np.bool_], least_share: float) -> int:
    """Descend from the root to the child that holds the most, while it holds that share of what its parent does.

    ``before`` (S + 1) are the sums over the texts before each; ``part`` says by tag code what is never a block.
    """
    if len(before) != len(page.owner) + 1:
        raise ValueError(f"{len(before)} sums do not fit {len(page.owner)} texts.")
    columns = (page.tag, page.end, page.first, page.last, part, before)
    found: int = _MAIN_BLOCK(*(library.address(each) for each in columns), least_share)
    return found
