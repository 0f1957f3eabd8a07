"""What the addresses and forms of several pages hold: numbers of rows, and fields that may be empty."""

from typing import Annotated, Final

from fastapi import Path, Query
from pydantic import BeforeValidator

NONE_IF_EMPTY: Final = BeforeValidator(lambda value: value or None)
"""For fields of a form, which a browser also sends when nothing stands in them."""
RowNumber = Annotated[int, Path(ge=1, lt=2**63)]
"""The number of a row, as a part of an address: PostgreSQL counts up to 2^63."""
BeforeRow = Annotated[int | None, Query(ge=1, lt=2**63)]
"""The number of the last row of the page before, of a list that shows the newest first; None on its first page."""
