"""Which texts a run has had, so that none is given twice. They are on disk, for a run may have any number.

Two texts are the same if their words are: white space does not count. Near-duplicates are found only in the database
(``workers.text_signatures``), where every document is at hand.
"""

import sqlite3
from hashlib import blake2b
from pathlib import Path

from mezmun.core.outcomes import Outcome
from workers.page_text import PageText


class EarlierTexts:
    """Digests of texts, each with the number of the first page that has it (a SQLite file).

    Args:
        path: the file; None is one that goes with this object.
        pages: how many pages are done: what the file has of later ones, a run that was killed wrote.

    Raises:
        sqlite3.Error: the file cannot be opened or written; so do all methods.
    """

    def __init__(self, path: Path | None = None, pages: int = 0) -> None:
        # Without a name SQLite makes a file of its own, and writes into it what does not fit into some memory.
        self._database = sqlite3.connect("" if path is None else path)
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS texts (digest BLOB PRIMARY KEY, page INTEGER NOT NULL) WITHOUT ROWID"
        )
        self._database.execute("DELETE FROM texts WHERE page > ?", (pages,))
        self.save()

    def first_page_with(self, text: str, page: int) -> int:
        """Give the number of the first page with this text, which is ``page`` itself when there is none before."""
        digest = blake2b(" ".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        self._database.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (digest, page))
        row = self._database.execute("SELECT page FROM texts WHERE digest = ?", (digest,)).fetchone()
        return int(row[0])

    def save(self) -> None:
        """Put everything on the disk for good."""
        self._database.commit()

    def close(self) -> None:
        """Close the file; what was not saved is lost."""
        self._database.close()


def page_text_of_duplicate(first: int) -> PageText:
    """Give what stands for a page whose text an earlier one has, by the number of that."""
    return PageText(Outcome.EMPTY, f"the text is that of page {first:,}")
