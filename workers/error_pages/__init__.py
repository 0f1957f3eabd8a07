"""Pages that come with status 200 and are no document: messages of the site's software, and lists of files.

``message_about``, ``whole_page_about`` and ``lists_folder`` get the title and the main text of a page. The words stand
in ``error_pages.tsv``.
"""

from workers.error_pages.folder_lists import lists_folder
from workers.error_pages.message_letters import are_longer
from workers.error_pages.messages import MOST_BESIDE_ALONE, MOST_CHARACTERS, is_credit, message_about, whole_page_about

__all__ = [
    "MOST_BESIDE_ALONE",
    "MOST_CHARACTERS",
    "are_longer",
    "is_credit",
    "lists_folder",
    "message_about",
    "whole_page_about",
]
