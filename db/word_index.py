"""The words of an extraction, for searching, as their index has them."""

from typing import Final

from sqlalchemy import BigInteger, Text, literal_column
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR

# Of a text 200,000 characters are searched: a tsvector must not exceed 1 MB, or the document could not be stored. The
# configuration `simple` stems nothing and so serves every language.
SEARCHED: Final = literal_column("left((coalesce(title, '') || ' ') || text, 200000)", Text)
"""What of an extraction is searched: its title and the beginning of its text."""
WORDS: Final = literal_column(f"to_tsvector('simple'::regconfig, {SEARCHED.name})", TSVECTOR)
"""The words of an extraction."""
SLICE_BITS: Final = 8
SLICES: Final = literal_column(f"(ARRAY[page_id >> {SLICE_BITS}])", ARRAY(BigInteger))
"""The slice of 256 pages, by their ids, that an extraction's page is in: beside the words in their index, so that the
newest pages with a word are looked up without all the others that have it."""
WORDS_INDEX: Final = "ix_extractions_words"
