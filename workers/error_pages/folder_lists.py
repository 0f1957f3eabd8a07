"""Lists of the files of a folder, which a server makes by itself (Apache, nginx, lighttpd, Tomcat, Python)."""

import re
from collections.abc import Sequence
from typing import Final

from extraction.page.signs import SENTENCE_ENDS
from workers.error_pages.message_letters import length_of, letters_of
from workers.error_pages.message_table import message_table
from workers.error_pages.messages import FEWEST_LETTERS_OF_SENTENCES


def lists_folder(title: str, blocks: Sequence[str]) -> bool:
    """Tell whether a page is a server's list of the files of a folder: nobody wrote a sentence below its path."""
    named = _FOLDER_TITLE.fullmatch(title.strip())
    if named is None or (" " in named[2] and not named[2].endswith("/")):
        return False
    if any(
        block.rstrip().endswith(SENTENCE_ENDS) and length_of(block) >= FEWEST_LETTERS_OF_SENTENCES for block in blocks
    ):
        return False
    before = named[1].strip()
    if letters_of(before) in message_table().paths:
        return True
    lines = [line for block in blocks for line in block.splitlines() if line.strip() and line.strip() != title.strip()]
    files = sum(1 for line in lines if _FILE.search(line))
    host_alone = before.endswith(" -") and " " not in before.removesuffix(" -")
    return (not before or host_alone) and files > 0 and files >= _FEWEST_FILES * len(lines)


_FOLDER_TITLE: Final = re.compile(r"([^/]*?)\[?(?:ftp:/|\.)?(/.*?)\]?(?: - Up To .*)?")
"""What stands before a path, and the path: Tomcat writes it in brackets, and adds the folder above."""
_FILE: Final = re.compile(r"<dir>|\S(?:\.\w{1,8}|\.\.>|/)(?!\S)")
"""The end of a file's or folder's name in a line; Apache cuts long ones, IIS writes before folders what they are."""
_FEWEST_FILES: Final = 0.5
"""Share of the lines below a title that is a path alone, or behind a host (Caddy, IIS)."""
