"""The glossary explains each word once, and names the place in the code that defines it."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_every_place_in_the_code_exists():
    places = re.findall(r"`([\w/]+\.py)`", GLOSSARY)
    assert len(places) > 25
    assert [place for place in places if not (ROOT / place).is_file()] == []


def test_no_word_is_explained_twice():
    words = re.findall(r"^\* \*\*(.+?)\*\*", GLOSSARY, re.MULTILINE)
    assert len(words) >= 30
    assert sorted(set(words)) == sorted(words)
