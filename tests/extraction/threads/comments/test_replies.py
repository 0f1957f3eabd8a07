"""What is written beneath posts, and posts that software calls comments, in layouts written here."""

import pytest

from extraction import Comments, extract

POSTS = (
    "Our ferry has stood at the quay since Monday, and nobody can say whether it is the engine or the crew.",
    "It is the engine. The part came by train last night, and two men have been at work since six.",
    "They tried it this morning and the smoke was white, so I would not count on it before Friday.",
    "Take the bus over the dam until then. It goes every hour and stops right behind the fish market.",
)
REPLIES = ("Who told you so?", "My neighbour works there", "White smoke is steam, no more", "Thanks for that")
NAMES = ("keelson", "brine", "marlin77", "oldsalt")
ADDRESS = "http://forum.example/viewtopic.php?t=3"
ANSWERS = (
    "<li class=comment><div class=comment-body><span class=comment-copy>{reply}</span> – "
    "<a class=comment-user href=/u/1>{name}</a> <span class=comment-date>May 4, 2019 at 10:02</span></div></li>"
)
FLOORS = (
    "<li class=lzl_single_post><div class=lzl_cnt><a class='at j_user_card' href=/u/1>{name}</a>:&nbsp;"
    "<span class=lzl_content_main>{reply}</span><div class=lzl_reply><span>2019-5-4 10:02</span><a>回复</a></div></div>"
)


def post(number, beneath=""):
    return (
        f"<div class='post answer' id=p{number}><div class=user-card><a class=user-name href=/u/1>{NAMES[number]}</a>"
        f"<span class=when>2019-05-0{number + 1} 10:02</span></div><div class=post-text><p>{POSTS[number]}</p></div>"
        f"<div class=post-menu><a class=share>Share</a></div><ul class=beneath>{beneath}</ul></div>"
    )


def thread(layout, beneath):
    posts = "".join(
        post(number, "".join(layout.format(reply=REPLIES[each], name=NAMES[each]) for each in beneath.get(number, ())))
        for number in range(len(POSTS))
    )
    return f"<body class=forum><h1>The ferry stands still</h1>{posts}"


def texts(blocks):
    return [block.text for block in blocks if block.post]


@pytest.mark.parametrize("layout", [ANSWERS, FLOORS])
def test_what_is_written_beneath_posts_is_kept_apart_from_them(layout):
    html = thread(layout, {0: (0, 1), 2: (2, 3)})
    page = extract(html, ADDRESS)
    assert texts(page.blocks) == [*POSTS]
    assert [(block.post, block.text) for block in page.comments] == [*enumerate(REPLIES, start=1)]
    whole = extract(html, ADDRESS, comments=Comments.INCLUDE)
    assert [block.post for block in whole.blocks if block.post] == [1, 1, 1, 2, 3, 3, 3, 4]
    assert texts(extract(html, ADDRESS, comments=Comments.DROP).blocks) == [*POSTS]
    assert not [name for name in NAMES if name in whole.text]


def test_what_the_method_takes_for_text_beneath_posts_is_theirs():
    html = thread(ANSWERS, {0: (0, 1), 2: (2, 3)}).replace("</p></div><div class=post-menu>", "</p><div class=menu>")
    page = extract(html.replace("</ul></div>", "</ul></div></div>"), ADDRESS, "all-text")
    assert not page.comments
    assert {block.text: block.post for block in page.blocks}[REPLIES[2]] == 3


def test_whom_a_reply_answers_and_when_is_none_of_what_it_says():
    beneath = (
        "<li><span class=user-name>{name}</span><div class=comment-text>回复 <a href=/u/1>{name}</a> :{reply}"
        "<i> 2019-5-4 10:02</i></div></li>"
    )
    page = extract(thread(beneath, {0: (0, 1), 2: (2, 3)}), ADDRESS)
    assert [block.text for block in page.comments] == [*REPLIES]


def test_posts_in_boxes_named_after_comments_are_no_replies():
    page = extract(thread(ANSWERS, {}).replace("post-text", "comment-text"), ADDRESS)
    assert texts(page.blocks) == [*POSTS]
    assert not page.comments


def test_posts_that_are_called_comments_are_read_where_the_method_marked_the_first_alone():
    row = (
        "<tr class=row id=c{number}><td class=indent></td><td class=default><div class=head><a class=user href=/u/1>"
        "{name}</a> <span class=age><a href=/i>3 years ago</a></span> <span class=navs>| root | next</span></div>"
        "<div class=comment><div class=commtext>{text}</div><div class=answer><a href=/r>reply</a></div></div></tr>"
    )
    rows = "".join(row.format(number=n, name=NAMES[n], text=text) for n, text in enumerate(REPLIES))
    html = f"<body><h1>The ferry stands still</h1><div class=toptext>{POSTS[0]}</div><table class=tree>{rows}</table>"
    page = extract(html, ADDRESS)
    assert texts(page.blocks) == [POSTS[0], *REPLIES]
    assert page.posts == 1 + len(REPLIES)


@pytest.mark.parametrize(("name", "replies"), [("psti", 4), ("ipsTime", 0)])
def test_a_short_name_of_such_boxes_is_one_of_its_own(name, replies):
    beneath = f"<li><b class=user>{{name}}</b><div class={name}>{{reply}} <i>2019-5-4 10:02</i></div></li>"
    assert len(extract(thread(beneath, {0: (0, 1), 2: (2, 3)}), ADDRESS).comments) == replies
