"""Which languages a page is in, told from its texts."""

from typing import Final

import numpy as np

from extraction.page import head
from extraction.page.node_table import NodeTable
from normalization import identify, scripts_of

_TEXTS: Final = 10
_BEGINNING: Final = 150
"""Texts from which the language is told, and characters of each."""


def languages(page: NodeTable) -> list[str]:
    """Give the language of a page (ISO 639 code, ``und`` when it cannot be told), then those of its other scripts.

    It is told from the longest texts outside links, the declared one counts only when they do not tell.

    Of each text only the beginning is read, so that no long listing of code speaks for the page. Behind it stand the
    languages of those texts that are in other scripts: a Chinese article among a Uyghur site's menus and adverts. One
    text alone is none, it may be a copyright line.
    """
    longest = np.argsort(-page.chars * ~page.in_link, kind="stable")[:_TEXTS]
    beginnings = [text.strip()[:_BEGINNING] for text in page.texts.of(longest)]
    together = "\n".join(beginnings)
    code = identify(together).code
    language = head.language(page) if code == "und" else code
    if together.isascii():  # one script
        return [language]
    by_script: dict[str, list[str]] = {}
    for text, script in zip(beginnings, scripts_of(beginnings), strict=True):
        by_script.setdefault(script, []).append(text)
    several = [texts for texts in by_script.values() if len(texts) > 1] if len(by_script) > 1 else []
    others = {identify("\n".join(texts)).code for texts in several}
    return [language, *sorted(others - {language, "und"})]
