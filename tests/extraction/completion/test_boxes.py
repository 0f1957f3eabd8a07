"""Boxes amid a text are part of it."""

import pytest

from extraction.completion.boxes import declarations, documents, facts, passages, summaries
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by


@pytest.mark.parametrize("name", ["infobox", "article-factbox", "Steckbrief"])
def test_a_box_of_facts_amid_the_text_is_part_of_it(name):
    html = f'<p>{BEFORE}</p><aside class="{name}"><h3>Zahlen</h3><ul><li>Länge: 120 m</ul></aside><p>{BEHIND}</p>'
    assert chosen_by(facts, html) == [BEFORE, "Zahlen", "Länge: 120 m", BEHIND]


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{BEFORE}</p><aside class=teaser><h3>Zahlen</h3><p>Länge: 120 m</aside><p>{BEHIND}</p>",
        f"<p>{BEFORE}</p><aside class=infobox><h3>Zahlen</h3><p><a href=/>120 m</a></aside><p>{BEHIND}</p>",
        f"<p>{BEFORE}</p><p>{BEHIND}</p><aside class=infobox><h3>Zahlen</h3><p>Länge: 120 m</aside>",
        f"<p>{BEFORE}</p><aside class=infobox>{'Etwas anderes. ' * 80}</aside><p>{BEHIND}</p>",
    ],
)
def test_another_box_with_links_at_the_end_or_long_is_left_as_it_was_judged(html):
    assert chosen_by(facts, html) == [BEFORE, BEHIND]


PARTS = {
    "Ghost": "<div class='kg-card kg-toggle-card'><div><h4>{}</h4><button>+</button></div><div>{}</div></div>",
    "Divi": "<div class='et_pb_module et_pb_toggle'><h5>{}</h5><div class=et_pb_toggle_content><p>{}</div></div>",
    "Elementor": "<div class=elementor-toggle-item><div role=button>{}</div><div>{}</div></div>",
    "Notion": "<div class='notion-toggle closed'><div>{}</div><div>{}</div></div>",
}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_parts_that_unfold_are_text_side_by_side_amid_it_and_at_its_end(part):
    parts = f"<section><div>{part.format('Wer?', 'Alle.')}{part.format('Wann?', 'Im Mai.')}</div></section>"
    texts = ["Wer?", "Alle.", "Wann?", "Im Mai."]
    assert chosen_by(passages, f"<p>{BEFORE}</p>{parts}<p>{BEHIND}</p>") == [BEFORE, *texts, BEHIND]
    parts = parts.removeprefix("<section><div>").removesuffix("</div></section>")
    assert chosen_by(passages, f"<main><p>{BEFORE}</p><p>{BEHIND}</p>{parts}</main>") == [BEFORE, BEHIND, *texts]


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p><p>{BEHIND}</p></div><footer>{PARTS['Ghost'].format('Wer?', 'Alle.')}</footer>",
        f"<div><p>{BEFORE}</p><p>{BEHIND}</p></div><div class=side>{PARTS['Divi'].format('Wer?', 'Alle.')}</div>",
        f"<div><p>{BEFORE}</p><p>{BEHIND}</p></div><section>{PARTS['Elementor'].format('Wer?', 'Alle.')}</section>",
        f"<p>{BEFORE}</p><p>{BEHIND}</p><aside class='sidebar info'><h3>Wer?</h3><p>Alle.</p></aside>",
        f"<p>{BEFORE}</p>{PARTS['Ghost'].format('Wer?', '<a href=/>Alle hier.</a>')}<p>{BEHIND}</p>",
        f"<p>{BEFORE}</p><div class=toggle><div>Wer?</div><div>Alle.</div></div><p>{BEHIND}</p>",
    ],
)
def test_parts_apart_from_the_text_in_columns_of_links_or_named_otherwise_are_left_as_they_were_judged(html):
    assert chosen_by(passages, html) == [BEFORE, BEHIND]


@pytest.mark.parametrize("box", ["<div class=kg-callout-card>", "<div class=govuk-inset-text>"])
def test_a_callout_amid_the_text_is_part_of_it(box):
    html = f"<p>{BEFORE}</p>{box}<span>!</span><div>Montags zu.</div></{box[1:].split()[0]}><p>{BEHIND}</p>"
    assert chosen_by(passages, html) == [BEFORE, "!", "Montags zu.", BEHIND]


def test_the_rest_of_a_callout_of_which_most_is_chosen_is_part_of_it():
    assert chosen_by(passages, f"<div>Wer?</div><div class=notion-toggle><b>Wann?</b><p>{BEHIND}</div>") == [
        "Wann?",
        BEHIND,
    ]


def test_what_is_written_on_a_part_that_unfolds_goes_with_it():
    part = f"<details><summary>Wer darf fahren?</summary><p>{BEHIND}</p></details>"
    assert chosen_by(summaries, part) == ["Wer darf fahren?", BEHIND]
    assert chosen_by(summaries, "<details><summary>Wer darf fahren?</summary><p>Alle.</p></details>") == []


@pytest.mark.parametrize(
    ("declaration", "texts"),
    [
        ('<dl><dt class="sig sig-object py"><a href=/>halt</a><b>(</b>wann<b>)</b></dl>', ["halt", "(", "wann", ")"]),
        ("<div class=memproto><table><tr><td>int halt<td>(</table></div>", ["int halt", "("]),
    ],
)
def test_what_is_declared_right_before_the_text_about_it_is_part_of_it(declaration, texts):
    assert chosen_by(declarations, f"<p>{BEFORE}</p>{declaration}<p>{BEHIND}") == [BEFORE, *texts, BEHIND]
    assert chosen_by(declarations, f"{declaration}<p>{BEFORE}</p><p>{BEHIND}") == [BEFORE, BEHIND]
    assert chosen_by(declarations, f"<p>{BEFORE}</p><p>{BEHIND}</p>{declaration}") == [BEFORE, BEHIND]


WORDS = "Macht einen Ring für so viele Elemente und belegt den Platz dafür sofort, auch wenn er leer bleibt."
RUST = "<details><summary><section><h4 class=code-header>fn new(n: <a>usize</a>)</h4></section></summary>{}</details>"


@pytest.mark.parametrize("box", [f"<div><p>{WORDS}</p></div>", f"<div>{WORDS}</div>"])
def test_what_the_box_behind_a_declaration_says_of_it_is_text_with_it(box):
    declared = ["fn new(n: ", "usize", ")"]
    html = f"<p>{BEFORE}</p>{RUST.format(box)}<h5>Etwas</h5>{RUST.format(box)}<p>Impressum"
    assert chosen_by(declarations, html) == [BEFORE, *declared, WORDS, *declared, WORDS]


@pytest.mark.parametrize(
    "box",
    [
        "<div>Macht einen Ring.</div>",
        f"<div>{WORDS} <a>Mehr</a></div>",
        f"<div><a>{WORDS}</a> und mehr</div>",
        f"<div>{WORDS.replace('.', '')}</div>",
        f"<div>{WORDS * 80}</div>",
    ],
)
def test_few_words_and_teasers_behind_a_declaration_stay_as_they_were_judged(box):
    assert chosen_by(declarations, f"<p>{BEFORE}</p>{RUST.format(box)}<p>Impressum") == [BEFORE]


def test_what_stands_behind_a_declaration_elsewhere_is_not_said_of_it():
    html = f"<p>{BEFORE}</p><main><div><b class=code-header>fn new()</b><i>1</i></div><div>{WORDS}</div></main><p>Ende"
    assert chosen_by(declarations, html) == [BEFORE]


DOCUMENT = (
    f"<main class=rst-content><p>Über uns</p><p>{BEFORE}</p><p><a href=/>Weiter zu einem Kapitel</a></p>"
    "<h2>Funktionen</h2><dl><dt>halt(wann)<dd>Hält an.</dl><form>Frage?</form></main>"
)


def test_the_rest_of_a_document_is_text_from_its_first_text_on_without_lines_of_links():
    assert chosen_by(documents, f"{DOCUMENT}<p>Impressum") == [BEFORE, "Funktionen", "halt(wann)", "Hält an."]


@pytest.mark.parametrize("tag", ["header", "address"])
def test_what_stands_in_a_document_on_who_wrote_it_and_when_is_none_of_the_rest(tag):
    html = DOCUMENT.replace("<h2>", f"<{tag}>Jo Beispiel</{tag}><h2>")
    assert chosen_by(documents, html) == [BEFORE, "Funktionen", "halt(wann)", "Hält an."]


@pytest.mark.parametrize(
    "name", ["tl_article_content", "quarto-document-content", "ltx_document", "js-markup-content", "wiki-content"]
)
def test_documents_have_names_of_many_kinds_of_software(name):
    assert "Funktionen" in chosen_by(documents, DOCUMENT.replace("rst-content", name))


@pytest.mark.parametrize(
    "html",
    [
        DOCUMENT.replace("rst-content", "content"),
        DOCUMENT.replace("Hält an.", "Hält an, wenn noch " + "etwas fehlt; " * 20),
        f"{DOCUMENT}<div class=markdown-body>{BEHIND}</div>",
    ],
)
def test_a_box_of_another_name_little_of_a_document_and_one_of_several_stay_as_they_were_judged(html):
    assert "Funktionen" not in chosen_by(documents, html)
