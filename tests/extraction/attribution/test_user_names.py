"""Lines of posts that say who sent a file, whose a quote is, or since when a user is a member."""

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


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("<a href=lid.pdf>lid.pdf</a> (2 MB), erstellt von Aygul, 29.01.19", False),
        ("Attachment: lid.png, posted by Anna Berg on 5 March 2019", False),
        ("Kettle.js, written by Anna Berg", True),
    ],
)
def test_an_article_says_of_a_dated_file_alone_who_sent_it(line: str, stays: bool) -> None:
    text = f"<p>{TEXT}</p>" * 4
    page = f"<html lang=de><title>1912</title><body><h1>1912</h1>{text}<p>{line}</p>{text}"
    assert (line.split(">")[-1] in extract(page, method="all-text").text) is stays


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("Quote: Originally Posted by roadrunner", False),
        ("Zitat von Waldfee7:", False),
        ("Re: night_owl3 wrote:", False),
        ("On Mar 12, 2011, Joe Pesch wrote:", False),
        ("原帖由 秋水长天 于 2009-7-8 10:10 发表", False),
        ("引用 海阔天空 的回复：", False),
        ("回复 3楼 梧桐雨 的帖子", False),
        ("Цитата (Ласточка @ 12.03.2010, 14:15)", False),
        ("Location: Leeds Posts: 1,205 Joined: 2009-03-12", False),
        ("Регистрация: 12.03.2008 Сообщений: 345 Адрес: Тверь", False),
        ("Registriert seit: 03.2009 Beiträge: 412", False),
        ("引用：你好", True),
        ("Registered voters: 1205, turnout: 80 percent of them", True),
        ("I joined: 2 pipes, 1 valve and glue, as you said", True),
        ("On March 12, 2011 he wrote: it works again", True),
    ],
)
def test_no_post_says_whose_a_quote_is_or_what_a_card_of_a_user_does(line: str, stays: bool) -> None:
    assert (line in _thread(TEXT, f"{line}<br><br>{TEXT}", TEXT + TEXT, TEXT * 3)) is stays
