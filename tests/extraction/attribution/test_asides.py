"""What a page says to its readers."""

import pytest

from extraction import extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"


@pytest.mark.parametrize(
    "line",
    [
        "Ich bin damit einverstanden, dass mir Inhalte von Beispiel angezeigt werden.",
        "Sie können ihn sich mit einem Klick anzeigen lassen und wieder ausblenden.",
        "By loading the video, you agree to the privacy policy of Example.",
        "Pour afficher ce contenu, vous devez accepter les traceurs.",
        "Was this page helpful?",
        "Waren diese Informationen hilfreich?",
        "Code:",
        "Om deze inhoud te kunnen zien moet je akkoord gaan.",
        "点击上方蓝字关注河边日报",
        "返回搜狐，查看更多",
    ],
)
def test_what_software_says_or_asks_in_a_line_of_its_own_is_no_text(line):
    page = f"{TITLE}<p>{LINE}</p><p>{line}</p><p>{LINE} Again.</p>"
    assert extract(page, method="all-text").text.split("\n") == ["The bridge is closed again", LINE, f"{LINE} Again."]


def test_a_label_with_something_behind_it_is_text():
    line = "Code: 0991 is the one of the whole valley."
    assert line in extract(f"{TITLE}<p>{LINE}</p><p>{line}</p><p>{LINE} Again.</p>", method="all-text").text
