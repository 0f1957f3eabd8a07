"""Lines of posts that say who sent a file."""

import pytest

from extraction import extract


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


TEXT = "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}."


def _thread(*bodies: str) -> str:
    posts = "".join(post(number, f"<p>{body}</p>") for number, body in enumerate(bodies))
    return extract(f"<html><body><div>{posts}</div>", "http://forum.example/viewtopic.php?t=1", "all-text").text


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("lid.png (12 KB) uploaded by Aygul", False),
        ("lid.jpg (120 KB) erstellt von Aygul, 29.01.19 um 17:02 Uhr", False),
        ("Attachment: lid.png, posted by anna_b on 5 March 2019", False),
        ("Photo: Anna Berg", False),
        ("Photo: Canon EOS 600", True),
        ("readme.txt is written by hand and not by a machine, as you know well", True),
        ("ئەسكەرتىش:كۆچۈرسىڭىز مەنبەنى ئەسكەرتىڭ", False),
    ],
)
def test_no_post_says_who_sent_a_file_or_made_a_picture(line: str, stays: bool) -> None:
    assert (line in _thread(TEXT, f"{TEXT}<br><br>{line}", TEXT + TEXT, TEXT * 3)) is stays
