from xml.etree import ElementTree

from evaluation.report.visualisation import visualise
from extraction import extract

SVG = "{http://www.w3.org/2000/svg}"


def test_every_line_is_drawn_with_its_probability():
    sentence = "The river rose again on Monday, and the bridge was closed."
    page = extract(f"<ul><li><a href=/>Home & news</a></ul><p>{sentence}</p><p>{sentence}</p><p>By Aygul Example</p>")
    drawn = ElementTree.fromstring(visualise(page))
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert texts[2:7:2] == ["Home & news", sentence, sentence]
    assert texts[8] == "By Aygul Example [writer]"
    assert all(0 <= float(text) <= 1 for text in texts[1::2])


def test_a_page_without_text_is_an_empty_picture():
    assert ElementTree.fromstring(visualise(extract(""))).findall(f"{SVG}rect")
