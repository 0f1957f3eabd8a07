import re
from base64 import b64decode
from xml.etree import ElementTree

from lxml import html

from dashboard.export.measures import AT_ONCE, Measures


def tables(folder):
    """Read the tables of the sheet by their titles, each as a mapping."""
    page = html.fromstring((folder / "data-sheet.html").read_text(encoding="utf-8"))
    return {
        table.xpath("string(thead//th)"): {
            row.xpath("string(th)"): row.xpath("string(td)") for row in table.xpath("tbody/tr")
        }
        for table in page.iter("table")
    }


def test_the_sheet_counts_what_is_written_and_what_is_withheld(stored, export):
    stored({"http://a/1": "ئانا يۇرت", "http://a/2": "bir ikki üch"}, language="ug", changes={"presentation-forms": 3})
    stored({"http://b/1": "ئانا يۇرت"}, language="ug", changes={"presentation-forms": 5})
    stored({"http://b/2": "no <script>"}, signals={"robots": ["noarchive"]})
    folder, _ = export(dedupe=True, respect=("noarchive",))
    sheet = tables(folder)
    assert sheet["Languages"] == {"ug": "2"}
    assert sheet["Lengths of texts, in characters"] == {"8 to 15": "2"}
    assert sheet["Years of publication"] == {"none stated": "2"}
    assert sheet["Scripts"] == {"Latin": "10", "Arabic": "8"}
    assert sheet["Letters"]["ئ"] == "1"
    assert sheet["What normalisation changed, by rule"] == {"presentation-forms": "6"}
    assert sheet["What was withheld, by reason"] == {"duplicate": "1", "noarchive": "1"}
    assert sheet["Option"]["respect"] == "noarchive"


def test_every_table_of_numbers_has_a_drawing_and_the_sheet_loads_nothing(stored, export):
    stored({"http://a/<i>": "تېكىست"}, language="ug")
    stored({"http://b/<i>": "text"}, language="en")
    folder, _ = export()
    sheet = (folder / "data-sheet.html").read_text(encoding="utf-8")
    drawings = re.findall('src="data:image/svg\\+xml;base64,([^"]+)"', sheet)
    titles = [title for title, rows in tables(folder).items() if len(rows) > 1 and title != "Option"]
    assert len(drawings) == len(titles) >= 3
    for drawing in drawings:
        assert ElementTree.fromstring(b64decode(drawing)).tag.endswith("svg")
    assert not re.search(r"<script|<link|(src|href)=.(?!data:)", sheet)


def test_the_sheet_has_the_names_of_scripts(stored, export):
    stored({"http://a/1": "世界", "http://a/2": "нан", "http://a/3": "あ"})
    folder, _ = export()
    assert tables(folder)["Scripts"] == {"Cyrillic": "3", "Han": "2", "Japanese": "1"}


def test_letters_are_counted_across_a_stop():
    """What is counted goes into the journal between two texts, whichever they are."""
    record = {
        "site": "a",
        "language": None,
        "method": "m",
        "method_version": "1",
        "published": "2024-05-06",
        "text": "ab😀",
    }
    measures = Measures({})
    for _ in range(AT_ONCE + 1):
        measures.add(record, {})
    measures = Measures(measures.as_dict())
    measures.add(record, {"rule": 2})
    assert measures.by["letters"] == dict.fromkeys("ab😀", AT_ONCE + 2)
    assert (measures.by["years"], measures.by["rules"]) == ({"2024": AT_ONCE + 2}, {"rule": 2})
