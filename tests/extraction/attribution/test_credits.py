"""Who made a picture is named in no text."""

import pytest

from extraction import extract
from extraction.lexicon.terms import TermRole, texts_of

TEXT = """<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go that morning.</p>
<p>On Tuesday the first boats went out again, and the market had fish that everybody had been waiting for.</p>"""


def text_of(html):
    return extract(f"<h1>A day at sea</h1>{TEXT}{html}{TEXT}", method="all-text").text


@pytest.mark.parametrize(
    "line",
    [
        "Shutterstock",
        "The Associated Press",
        "photo: iStock",
        "Photo: Jo Doe",
        "(Photo: Jo Doe)",
        "Photo by Jo Doe",
        "Foto: Hafenamt/J. Doe",
        "Photo via Pexels",
        "Image courtesy of Jo Doe",
        "Jo Doe/Reuters",
        "(dpa/jd)",
        "(jd/dpa)",
        "Jo Doe / Getty Images",
        "Jo Doe, AP",
        "Jo Doe/Max Muster/AFP via Getty Images",
        "港を出る船＝13日（山田太郎撮影）",
        "图为船离开港口。 张三 摄",
        "这是港口的船。(张三摄)",
        "张三 摄",
        "河谷社记者张三摄",
        "سۈرەتكە ئالغۇچى: ئايگۈل",
        "Фото: Иван Иванов / ТАСС",
        "배가 13일 항구를 떠나고 있다. 홍길동 기자",
        "배가 13일 항구를 떠나고 있다. 연합뉴스",
        "A boat leaves the harbour on Tuesday. Reuters",
    ],
)
def test_a_line_that_says_who_made_a_picture_is_none_of_the_text(line):
    assert text_of(f"<div>{line}</div>") == text_of("")


@pytest.mark.parametrize(
    "html",
    [
        "<div>Photo: a boat in the harbour</div>",
        "<div>Image: 3</div>",
        "<div>Photo: The Valley in Spring</div>",
        "<div>Picture: What We Saw</div>",
        "<div>Foto: Der Hafen im Winter</div>",
        "<div>Bild: Die neue Brücke</div>",
        "<div>Photo : la vallée au printemps</div>",
        "<div>Foto: el valle en primavera</div>",
        "<div>Фото: Долина весной</div>",
        "<div>Фото: долина весной</div>",
        "<div>Fotoğraf: ilkbaharda vadi</div>",
        "<div>Сурет: көктемдегі алқап</div>",
        "<div>Credits:</div>",
        "<div>She works for Reuters</div>",
        "<div>Photos of the week</div>",
        "<div>AP style</div>",
        "<div>기자</div>",
        "<div>사진 찍는 기자</div>",
        "<div>图书馆</div>",
        "<div>现场拍摄</div>",
        "<div>He sold them to Getty Images, and nobody knows why.</div>",
        "<h2>Reuters</h2>",
        "<table><tr><td>Photo: Yes<td>Video: No<tr><td>Photo: No<td>Video: Yes</table>",
        "<pre>image: Harbour</pre>",
    ],
)
def test_what_only_speaks_of_pictures_and_agencies_stays(html):
    words = extract(html, method="all-text").text.split()
    assert set(words) <= set(text_of(html).split())


def test_every_agency_that_is_known_may_end_a_credit():
    lines = [f"<p>Jo Doe / {agency}{end}</p>" for agency in texts_of(TermRole.AGENCY) for end in ("", " ]", ")")]
    assert text_of("".join(lines)) == text_of("")


@pytest.mark.parametrize("mark", ["{}", "<i>{}</i>", "<i>{}</i> "])
@pytest.mark.parametrize(
    ("caption", "credit"),
    [
        ("A boat leaves the harbour in the morning.", "Photo: Valley Post/Susan Holt"),
        ("A boat leaves the harbour in the morning.", "| Photo by Susan Holt"),
        ("A boat leaves the harbour in the morning", "(Photo: Susan Holt)"),
        ("A boat leaves the harbour in the morning.", "(Photo by Damon Example)"),
        ("A boat leaves the harbour in the morning.", "Photo by: 'Susan Holt'."),
        ("“A boat leaves the harbour.”", "Photo by Susan Holt on Unsplash"),
        ("Ein Boot verlässt den Hafen.", "Foto: Susan Holt/dpa/Archivbild"),
        ("A boat leaves the harbour.", "Credit: Susan Holt/CIFOR (CC BY-NC-ND 2.0)"),
        ("A boat leaves the harbour.", "(photo: AP Photo / Susan de Holt, File)"),
        ("Лодка выходит из гавани.", "Фото: Иван Петров / ТАСС"),
        ("Port, maj 2011", ", fot. Anna Kowalska"),
        (
            "The second boat left the harbour an hour later, and nobody on the shore knew where to. " * 2,
            "Photo: Susan Holt",
        ),
    ],
)
def test_a_caption_goes_on_with_no_credit(caption, credit, mark):
    text = text_of(f"<p>{caption} {mark.format(credit)}</p>")
    assert caption.strip() in text
    assert credit not in text
    assert text == text_of(f"<p>{caption}</p>")


@pytest.mark.parametrize(
    "line",
    [
        "See the photo: Susan Holt",
        "We bought the boat. Photo: The Valley in Spring",
        "We bought the boat. Photo: Susan Holt went there and saw it",
        "Below is the photo (image: Susan Holt) that was found.",
        "It is a boat by night. Photo by: the river",
        "We met. Picture this: Susan Holt",
        "The bridge of the harbour (Photo: The Old Town)",
        "It was a long night. (Photo: Susan Holt went home)",
        "We bought the boat. Photo: Susan Holt and her dog went home",
    ],
)
def test_what_goes_on_with_more_than_a_credit_stays(line):
    assert line in text_of(f"<p>{line}</p>")


def test_a_credit_in_brackets_needs_no_colon_before_a_name():
    def text(caption):
        return extract(f"<title>River</title>{TEXT}<p>{caption}</p>{TEXT}", method="all-text").text

    assert "Kalina" not in text("The mayor looks at the damage. (foto Radek Kalina, Zpravodaj)")
    assert "(photo above)" in text("The mayor looks at the damage. (photo above)")
    assert "(image of Saint Example)" in text("The mayor looks at the damage. (image of Saint Example)")


def test_who_wrote_goes_with_the_credit_behind_it():
    assert "Mary" not in text_of("<p>Text by Mary Holt. Photos by Susan Reed.</p>")
    assert "We bought the boat." in text_of("<p>We bought the boat. Photos by Susan Reed.</p>")
