import re
from pathlib import Path

import dashboard
from dashboard.interface import LANGUAGES, catalogue

ROOM = Path(dashboard.__file__).parent
IN_TEMPLATES = re.compile(r"""_\((?:"([^"]+)"|'([^']+)')\)""")


def words_of_templates():
    for path in (ROOM / "templates").rglob("*.html"):
        for double, single in IN_TEMPLATES.findall(path.read_text(encoding="utf-8")):
            yield double or single


def test_every_word_of_the_interface_is_in_every_language():
    words = set(words_of_templates())
    assert len(words) > 100
    for language in LANGUAGES.keys() - {"en"}:
        assert words - catalogue(language).keys() == set()
        assert all(catalogue(language).values())
