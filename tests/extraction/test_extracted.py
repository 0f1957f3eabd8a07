from extraction import extract

PAGE = """<html lang="en"><head><title>A day at sea</title></head><body><h1>A day at sea</h1>
<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>
<p>It was, as the captain said when they were back, a day which he would not have missed for anything.</p></body>"""


def test_title_and_language_come_with_the_text():
    result = extract(PAGE)
    assert result.title == "A day at sea"
    assert result.language == "en"


def test_the_declared_language_serves_only_when_the_text_does_not_tell():
    assert extract('<html lang="ug-CN"><p>12 34</p>').language == "ug"
    assert extract(PAGE.replace('lang="en"', 'lang="ug"')).language == "en"


def test_what_nobody_asked_for_is_not_made():
    extracted = extract(PAGE)
    assert not {"blocks", "comments", "metadata", "identified"} & vars(extracted).keys()
    assert extracted.blocks is extracted.blocks
    assert "metadata" not in vars(extracted)
