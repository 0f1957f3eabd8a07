import ast
import re
from http import HTTPStatus
from pathlib import Path

import pytest

import dashboard
from dashboard.interface import LANGUAGES, catalogue, direction
from dashboard.pages.sites import SiteStatus
from dashboard.reasons import SENTENCES as REASONS
from db.models import CrawlState
from db.monitoring import alerts
from db.monitoring.alerts import SENTENCES, AlertKind
from db.reextraction.tables import State
from mezmun.core.outcomes import Outcome

ROOM = Path(dashboard.__file__).parent
IN_TEMPLATES = re.compile(r"""_\((?:"([^"]+)"|'([^']+)')\)""")


def words_of_templates():
    for path in (ROOM / "templates").rglob("*.html"):
        for double, single in IN_TEMPLATES.findall(path.read_text(encoding="utf-8")):
            yield double or single


def words_of_closed_lists():
    """The words that a template translates without naming them."""
    yield from (*SiteStatus, *AlertKind, *SENTENCES, *State, *CrawlState, *Outcome, *REASONS)


def words_of_refusals():
    """What a page of a fault says, where that is one sentence that is always the same."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("HTTPException", "InvalidInputError"):
                yield from (each.value for each in node.args if isinstance(getattr(each, "value", None), str))


def test_every_word_of_the_interface_is_in_every_language():
    words = {*words_of_templates(), *words_of_closed_lists(), *words_of_refusals()}
    assert len(words) > 200
    for language in LANGUAGES.keys() - {"en"}:
        assert words - catalogue(language).keys() == set()
        assert all(catalogue(language).values())


def test_no_word_is_translated_that_the_interface_does_not_say():
    templates = "\n".join(path.read_text(encoding="utf-8") for path in (ROOM / "templates").rglob("*.html"))
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in (*ROOM.rglob("*.py"), Path(alerts.__file__))]
    constants = {node.value for tree in modules for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    words = {*words_of_closed_lists(), *constants, HTTPStatus.NOT_FOUND.phrase}  # Starlette's of an unknown address
    for language in LANGUAGES.keys() - {"en"}:
        translated = catalogue(language).keys() - words - {""}
        assert [word for word in translated if f'"{word}"' not in templates and f"'{word}'" not in templates] == []


def test_a_translation_has_the_places_of_its_original():
    for language in LANGUAGES.keys() - {"en"}:
        for english, translated in catalogue(language).items():
            places = re.compile(r"\{[^}]*\}")
            assert sorted(places.findall(english)) == sorted(places.findall(translated))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("كىتاب ئوقۇش", "rtl"),
        ("Windows 7 نىڭ 32 بىتلىق نەشرى؟", "rtl"),
        ("sudo apt update && sudo apt upgrade", "ltr"),
        ("The book كىتاب is read", "ltr"),
        ("שלום", "rtl"),
        ("مەن a", "rtl"),
        ("2016-05-20", "auto"),
        ("", "auto"),
    ],
)
def test_a_line_is_set_as_most_of_its_letters_are(text, expected):
    assert direction(text) == expected
