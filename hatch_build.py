"""Builds the C part of ``extraction`` when the project is installed.

The compiler is zig's, from a wheel: it needs nothing of the machine, neither a compiler nor Python's headers, and makes
the same code everywhere.
"""

import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("extraction", "native")
LIBRARY = FOLDER / "libmezmun.so"


class Native(BuildHookInterface[Any]):
    """Compiles the C files in ``FOLDER`` to ``LIBRARY``, in the checkout for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel carry the library."""
        compile_to(Path(self.root) / LIBRARY, Path(self.root))
        build_data["artifacts"].append(LIBRARY.as_posix())
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compile_to(library: Path, root: Path, *options: str) -> None:
    """Compile the C files of the checkout at ``root`` to a library."""
    command = [sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-std=c11", "-O3", "-mcpu=baseline"]
    # A product added to a sum is rounded first, also where the machine could do both at once.
    command.append("-ffp-contract=off")
    warnings = ["-Wall", "-Wextra", "-Werror"]
    written = sorted((root / FOLDER).glob("*.[ch]"))
    # `extraction.native.library` refuses a library that was compiled of other sources.
    stamp = f"-DMEZMUN_SOURCES={zlib.crc32(b''.join(path.read_bytes() for path in written))}u"
    sources = [str(path) for path in written if path.suffix == ".c"]
    subprocess.run([*command, *warnings, *options, stamp, "-o", str(library), *sources], check=True)
