import ast
import re
from http import HTTPStatus
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import dashboard
from dashboard.interface import LANGUAGES, address, direction, translations
from dashboard.pages.audit_log import DETAIL_NAMES
from dashboard.pages.takedowns import SubjectKind
from db.access.audit import COMMAND_LINE, FIRST_START, OperatorAction
from db.access.tables import AccessRole
from db.crawling.failures import WITHOUT_REASON
from db.crawling.heartbeats import ProcessKind
from db.models import CrawlState
from db.monitoring import alerts
from db.monitoring.alerts import SENTENCES, AlertKind
from db.monitoring.site_status import SiteStatus
from db.reextraction.tables import State
from mezmun.core.outcomes import Outcome
from mezmun.core.reasons import SENTENCES as REASONS
from mezmun.core.sites.site_schema import SiteKind

ROOM = Path(dashboard.__file__).parent
IN_TEMPLATES = re.compile(r"""_\((?:"([^"]+)"|'([^']+)')\)""")
COUNTED = re.compile(r'ngettext\("([^"]+)", "([^"]+)", ')
OTHERS = LANGUAGES.keys() - {"en"}


def messages(language):
    """The words of a catalogue with their translations; of one that is counted, a tuple with a tuple."""
    with (ROOM / "locale" / f"{language}.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale=language) if message.id}


def words_of_templates():
    for path in (ROOM / "templates").rglob("*.html"):
        for double, single in IN_TEMPLATES.findall(path.read_text(encoding="utf-8")):
            yield double or single


def words_of_closed_lists():
    """The words that a template translates without naming them."""
    yield from (
        *SiteStatus,
        WITHOUT_REASON,
        *SubjectKind,
        *OperatorAction,
        COMMAND_LINE,
        FIRST_START,
        *DETAIL_NAMES.values(),
        *AccessRole,
        *SiteKind,
        *ProcessKind,
        *AlertKind,
        *SENTENCES,
        *State,
        *CrawlState,
        *Outcome,
        *REASONS,
    )


def words_of_refusals():
    """What a page of a fault says, where that is one sentence that is always the same."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("HTTPException", "InvalidInputError"):
                yield from (each.value for each in node.args if isinstance(getattr(each, "value", None), str))


def counted_words_of_templates():
    for path in (ROOM / "templates").rglob("*.html"):
        yield from COUNTED.findall(path.read_text(encoding="utf-8"))


def test_the_parts_of_an_address_keep_their_order_whatever_their_script():
    assert address("http://a/%D8%A6/%D8%A7?b=<i>") == "http://a/<bdi>ئ</bdi>/<bdi>ا</bdi>?b=&lt;i&gt;"


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_interface_is_in_every_language(language):
    words = {*words_of_templates(), *words_of_closed_lists(), *words_of_refusals(), *counted_words_of_templates()}
    assert len(words) > 200
    known = messages(language)
    assert words - known.keys() == set()
    assert all(known.values())
    assert all(all(forms) for forms in known.values() if isinstance(forms, tuple))


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_translated_that_the_interface_does_not_say(language):
    templates = "\n".join(path.read_text(encoding="utf-8") for path in (ROOM / "templates").rglob("*.html"))
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in (*ROOM.rglob("*.py"), Path(alerts.__file__))]
    constants = {node.value for tree in modules for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    words = {*words_of_closed_lists(), *constants, HTTPStatus.NOT_FOUND.phrase}  # Starlette's of an unknown address
    translated = {word if isinstance(word, str) else word[0] for word in messages(language).keys() - words}
    assert [word for word in translated if f'"{word}"' not in templates and f"'{word}'" not in templates] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_original(language):
    places = re.compile(r"\{[^}]*\}")
    for english, translated in messages(language).items():
        for form in translated if isinstance(translated, tuple) else (translated,):
            original = english[-1] if isinstance(english, tuple) else english
            assert sorted(places.findall(original)) == sorted(places.findall(form))


def test_one_thing_is_counted_in_the_singular_and_in_uyghur_always():
    assert [translations("en").ngettext("site", "sites", number) for number in (0, 1, 2)] == ["sites", "site", "sites"]
    assert {translations("ug").ngettext("site", "sites", number) for number in (0, 1, 2)} == {"تور بېكەت"}


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
