import ast
import re
from pathlib import Path

import pytest

import mezmun
from dashboard.interface import translations
from mezmun.core.reasons import SENTENCES, in_words, sentence_of

CHECKOUT = Path(mezmun.__file__).parent.parent
PRODUCERS = ("crawler", "workers", "normalization", "extraction")
OF_PROTOCOLS = re.compile(r"[45]\d\d .+|DNS lookup failed: .+")


def uyghur(sentence):
    return translations("ug").gettext(sentence)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_sentence_is_translated_with_what_it_is_about(sentence):
    places = re.findall(r"\{(\w+)\}", sentence)
    values = {name: "1,234" if name in {"number", "limit"} else "abc" for name in places}
    shown = in_words(sentence.format(**values), uyghur)
    assert shown == uyghur(sentence).format(**values) != sentence.format(**values)


def test_each_sentence_is_one_that_crawler_worker_or_import_gives():
    modules = [path for room in PRODUCERS for path in (CHECKOUT / room).rglob("*.py")]
    modules.append(CHECKOUT / "mezmun" / "archive_import.py")
    produced = {sentence for path in modules for sentence in strings(path.read_text("utf-8"))}
    table = (CHECKOUT / "workers" / "error_pages" / "error_pages.tsv").read_text("utf-8")
    produced |= {line.split("\t")[-1] for line in table.splitlines()}
    ours = {re.sub(r"\{\w+\}", "{}", each) for each in SENTENCES if not OF_PROTOCOLS.fullmatch(each)}
    assert ours - produced == set()


def strings(source):
    """Give the texts in a module; what is put into one is {}."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_what_other_software_says_is_shown_as_it_is():
    assert in_words("TypeError: 'NoneType' {x}", uyghur) == "TypeError: 'NoneType' {x}"
    assert in_words("to a {b} c", uyghur) == uyghur("to {address}").format(address="a {b} c")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_reason_is_of_its_sentence_and_that_has_dots_in_its_places(sentence):
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", sentence), "7")
    assert sentence_of(sentence.format(**values)) == sentence
    dots = dict.fromkeys(values, "…")
    assert in_words(sentence, uyghur) == uyghur(sentence).format(**dots)


def test_what_other_software_says_is_a_reason_of_its_own():
    assert sentence_of("TypeError: 'NoneType' {x}") == "TypeError: 'NoneType' {x}"


def test_in_english_a_reason_stays_as_it_is():
    for reason in (
        "12 letters, fewer than 30",
        "to b.example, no host of the site",
        "410 Gone",
        "no main text was found",
    ):
        assert in_words(reason, str) == reason


def test_a_reason_within_a_reason_is_translated_too():
    shown = in_words("the server does not answer: robots.txt could not be read: abc", uyghur)
    inner = uyghur("robots.txt could not be read: {error}").format(error="abc")
    assert shown == uyghur("the server does not answer: {error}").format(error=inner)
