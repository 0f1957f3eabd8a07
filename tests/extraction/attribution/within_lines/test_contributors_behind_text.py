"""Names behind the last sentences of a text, in brackets or alone: ``contributors_behind_text``."""

import pytest

from extraction import extract
from tests.extraction.attribution.test_contributors import MORE, SENTENCES, page_with


@pytest.mark.parametrize("parted", [" ", "</p><p>"])
@pytest.mark.parametrize(
    ("language", "bracket"),
    [
        ("en", "(Writing by Greg Stutter; Editing by John O'Brien)"),
        (
            "en",
            "(Additional reporting by Hugh Example in Bogota; Writing by Jo Daniel; editing by Bill Trott and T. Fox)",
        ),
        ("zh", "（记者左娅）"),
        ("zh", "（本报记者 王小明 通讯员 李四）"),
        ("de", "(dpa/A. Berg)"),
        ("de", "(Text und Fotos: Anna Berg)"),
    ],
)
def test_no_text_ends_with_a_bracket_that_names_who_wrote(language: str, bracket: str, parted: str) -> None:
    sentence = (SENTENCES | MORE)[language]
    page = page_with(language, "1912").replace("</body>", f"<p>{sentence}{parted}{bracket}</p></body>")
    text = extract(page, method="all-text").text
    assert bracket not in text
    assert text == extract(page.replace(f"{parted}{bracket}", ""), method="all-text").text


@pytest.mark.parametrize(
    ("language", "bracket"),
    [
        ("en", "(It was built by John Smith)"),
        ("en", "(By the way, nobody saw it)"),
        ("en", "(See Table 3)"),
        ("zh", "（笑）"),
        ("zh", "（记者问：为什么）"),
    ],
)
def test_a_bracket_that_says_something_else_stays(language: str, bracket: str) -> None:
    sentence = (SENTENCES | MORE)[language]
    page = page_with(language, "1912").replace("</body>", f"<p>{sentence} {bracket}</p></body>")
    assert f"{sentence} {bracket}" in extract(page, method="all-text").text


def test_a_name_in_brackets_behind_the_last_sentence_goes_and_behind_the_words_of_somebody_stays() -> None:
    def text(line: str) -> str:
        page = page_with("de", "1912").replace("</body>", f"<p>{line}</p></body>")
        return extract(page, method="all-text").text

    assert text("Im Frühjahr wird sie wieder geöffnet. (Anna Berg)").endswith("geöffnet.")
    assert text("„Wir hatten keine Wahl.“ (Anna Berg)").endswith("(Anna Berg)")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "— Anna Berg"),
        ("en", "--Anna Berg"),
        ("ru", "Иван ОРЛОВ."),
        ("de", "ANNA BERG"),
        ("ko", "김민수 기자 minsu@example.kr"),
        ("ru", "Мария Лебедева"),
        ("zh", "陈晓华"),
        ("ug", "مۇخبىر ئەركىن ياسىن"),
    ],
)
def test_a_name_behind_the_last_sentence_in_its_line_goes(language: str, name: str) -> None:
    sentence = SENTENCES[language]
    page = page_with(language, "1912").replace("</body>", f"<p>{sentence} {name}</p></body>")
    assert extract(page, method="all-text").text.endswith(f"\n{sentence}")


@pytest.mark.parametrize(
    "end",
    [
        "It is best told in Who Built the Bridge? – Anna Berg",
        "It is kept by Anna Berg.",
        "“Nobody knew.” — Anna Berg",
        "Those who built it were many. Anna Berg, engineer, John Smith, captain, RAN, OPSO.",
        "Nobody knew. – The Bridge",
    ],
)
def test_a_name_that_belongs_to_the_last_sentence_stays(end: str) -> None:
    page = page_with("en", "1912").replace("</body>", f"<p>{SENTENCES['en']} {end}</p></body>")
    assert extract(page, method="all-text").text.endswith(end)


def test_who_signs_stays_where_the_text_speaks_of_her() -> None:
    page = page_with(
        "en", "Anna Berg has kept the bridge for forty years, and the lights on it as well, day after day."
    )
    page = page.replace("</body>", f"<p>{SENTENCES['en']} — Anna Berg</p></body>")
    assert extract(page, method="all-text").text.endswith("— Anna Berg")
