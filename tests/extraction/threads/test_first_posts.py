"""First posts in a box unlike those of the others: questions above answers, what a link is about, an issue."""

import pytest

from extraction import extract

QUESTION = (
    "Our boat takes a bucket of water every night at her mooring, and the bilge is dry by day. Where would you look?"
)
ANSWERS = (
    "Look at the stern gland first. It drips at rest as well, and the shaft turns with the tide on the mooring.",
    "Mine did the same until I found a skin fitting whose hose had slipped. It lay under water with the tanks full.",
    "Put some dye into the cockpit drains and come back in the morning, then you know whether it comes from above.",
)
TEXTS = (QUESTION, *ANSWERS)
NAMES = ("kettle77", "Marta Lindqvist", "brine", "oldsalt")
DAYS = ("2019-05-03", "2019-05-04", "2019-05-06", "2019-05-08")
QUESTION_BOX = "<div class=ask-box><h1>A bucket every night</h1><p class=ask-text>{text}</p><i>{day}</i></div>"
ANSWER = (
    "<div class='post answer'><div class=user-card><a class=user-name href=/u/1>{name}</a><span class=when>{day}</span>"
    "</div><div class=post-body><p>{text}</p></div>"
    "<div class=post-menu><a class=share>Share</a> <a class=quote>Quote</a></div></div>"
)
LINK_BOX = "<div class=start><time datetime={day}T10:02>long ago</time><h1>A bucket every night</h1><p>{text}</p></div>"
REPLY = (
    "<div class='post reply'><div class=reply-user><a href=/u/1>{name}</a><time datetime={day}T10:02>1y</time></div>"
    "<div class=post-text><p>{text}</p></div><div class=reply-menu><a class=share>Share</a></div></div>"
)
LAYOUTS = {"a question": (QUESTION_BOX, ANSWER), "a time before the title": (LINK_BOX, REPLY)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_first_post_of_other_clothes_is_a_post_whose_day_is_the_pages(layout):
    first, other = LAYOUTS[layout]
    rows = zip(NAMES[1:], DAYS[1:], ANSWERS, strict=True)
    answers = "".join(other.format(name=name, day=day, text=text) for name, day, text in rows)
    page = extract(
        f"<body class=forum>{first.format(name=NAMES[0], day=DAYS[0], text=QUESTION)}<h2>3 Answers</h2>{answers}",
        "https://boats.example/questions/3",
    )
    posts = {block.post: block.text for block in page.blocks if block.post}
    assert posts == dict(enumerate((QUESTION, *ANSWERS), start=1))
    assert page.metadata.published is not None
    assert page.metadata.published.value == DAYS[0]


def test_the_day_of_the_second_post_is_not_that_of_the_page():
    posts = "".join(
        f"<div class=post><div class=user-name>{name}</div>{when}<div class=post-body>{text}</div>"
        "<div class=post-menu><a class=share>Share</a></div><div class=post-end></div></div>"
        for name, when, text in zip(
            NAMES, ("", *(f"<time datetime={day}>1y</time>" for day in DAYS[1:])), (QUESTION, *ANSWERS), strict=True
        )
    )
    page = extract(f"<body><h1>A bucket every night</h1>{posts}", "https://boats.example/viewtopic.php?t=3")
    assert page.posts == 4
    assert page.metadata.published is None


FLARUM = (
    "<div><div class=PostUser><h3 class=PostUser-name>{name}</h3></div>"
    "<div class=Post-body><p>{text}</p></div></div><hr>"
)


def test_posts_that_have_next_to_nothing_but_their_writer_are_told_on_a_page_that_says_it_is_a_thread():
    posts = "".join(FLARUM.format(name=name, text=text) for name, text in zip(NAMES, TEXTS, strict=True))
    page = extract(
        f"<body><div id=app class=App></div><noscript><div class=container><h1>A bucket every night</h1><div>{posts}"
        "</div><a href=?page=2>Next Page</a></div></noscript>",
        "https://forum.example/d/3-bucket",
    )
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))
    assert not [name for name in NAMES if name in page.text]


ISSUE = (
    "<div class='item js-comment-container'><div class=avatar><a href=/u/1><img></a></div><div class=comment-head>"
    "<a class=author href=/u/1>{name}</a><time datetime={day}>1y</time></div>"
    "<div class=comment-body><p>{text}</p></div></div>"
)


def test_a_first_post_in_a_box_named_after_comments_as_the_others_are_is_no_article():
    rows = zip(NAMES, DAYS, TEXTS, strict=True)
    posts = "".join(ISSUE.format(name=name, day=day, text=text) for name, day, text in rows)
    page = extract(
        f"<body><h1>A bucket every night</h1><div class=discussion>{posts}</div>", "https://code.example/boat/3"
    )
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))
    assert page.metadata.published is not None
    assert page.metadata.published.value == DAYS[0]


def test_links_amid_a_first_post_of_other_clothes_are_its_own():
    question = QUESTION.replace("every night", "<a href=/tides>every night</a>")
    rows = zip(NAMES[1:], DAYS[1:], ANSWERS, strict=True)
    answers = "".join(ANSWER.format(name=name, day=day, text=text) for name, day, text in rows)
    page = extract(
        f"<body class=forum>{QUESTION_BOX.format(text=question, day=DAYS[0])}<h2>3 Answers</h2>{answers}",
        "https://boats.example/questions/3",
    )
    assert {block.post: block.text for block in page.blocks if block.post}[1] == QUESTION


SHORT = ('<a href="http://boats.example/glands">http://boats.example/glands</a>', "<a href=/glands>Opinions?</a>")
VANILLA_HEAD = (
    "<div class=Item-Header><div class=AuthorWrap><a class=PhotoWrap href=/profile/{name}><img src=u.png></a>"
    "<a class=Username href=/profile/{name}>{name}</a></div>"
    "<div class=Meta><a class=Permalink href=/d/1><time datetime={day}T10:10:10>long ago</time></a></div></div>"
)
VANILLA_BODY = '<div class=Item-BodyWrap><div class=Item-Body><div class="Message userContent">{text}</div></div></div>'


def vanilla(first, answers, above=""):
    rows = zip(NAMES, DAYS, (first, *answers), strict=False)
    head, *others = ((VANILLA_HEAD + VANILLA_BODY).format(name=name, day=day, text=text) for name, day, text in rows)
    comments = "".join(f'<li class="Item ItemComment"><div class=Comment>{other}</div></li>' for other in others)
    return (
        "<html><head><title>A bucket every night - Boats</title></head><body class='Vanilla Discussion'>"
        "<div class=Breadcrumbs><a href=/>Home</a> <span>\u203a</span> <a href=/categories/hull>Hull</a></div>"
        f"{above}<div id=Content><div class='MessageList Discussion'><h1>A bucket every night</h1>"
        f"<div class='Item ItemDiscussion'><div class=Discussion>{head}</div></div></div>"
        f"<div class=CommentsWrap><h2>Comments</h2><ul class='DataList Comments'>{comments}</ul></div></div>"
    )


@pytest.mark.parametrize("answers", [ANSWERS, ANSWERS[:2]])
@pytest.mark.parametrize("first", SHORT)
def test_a_first_post_of_one_link_is_known_by_the_name_of_its_box(first, answers):
    page = extract(vanilla(first, answers), "https://forum.example/discussion/99/bucket")
    text = first.partition(">")[2].partition("<")[0]
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate((text, *answers), start=1))
    assert "Hull" not in page.text


def test_a_box_of_such_a_name_above_the_title_is_no_post():
    notice = "<div class=Item-Body><div class='Message userContent'><a href=/rules>Rules</a></div></div>"
    page = extract(vanilla(SHORT[0], ANSWERS, above=notice), "https://forum.example/discussion/99/bucket")
    assert page.posts == 4
    assert "Rules" not in page.text


RULES = "Be kind to each other here, and say where your boat lies when you ask something about her."
TITLED = (
    "<div class='post reply'><div class=reply-user><a href=/u/1>{name}</a><time datetime={day}T10:02>1y</time></div>"
    "<p class=subject>{title} <i>(self)</i></p><div class=post-text><p>{text}</p></div>"
    "<div class=reply-menu><a class=share>Share</a></div></div>"
)


@pytest.mark.parametrize(
    ("titles", "posts"), [(("A bucket every night", "", "", ""), 4), (("A bucket every night",) * 4, 5)]
)
def test_what_stands_above_the_title_that_the_first_record_has_is_no_post(titles, posts):
    rows = zip(NAMES, DAYS, TEXTS, titles, strict=True)
    boxes = "".join(TITLED.format(name=name, day=day, text=text, title=title) for name, day, text, title in rows)
    html = f"<title>A bucket every night</title><body class=forum><div class=side><p>{RULES}</p></div>{boxes}"
    page = extract(html, "https://boats.example/topic/3", "all-text")
    assert page.posts == posts
    assert (RULES in page.text) == (posts > len(TEXTS))


def test_a_first_post_without_spaces_between_its_words_is_no_heading_though_it_is_short():
    question = "船每晚都进一桶水，白天舱底却是干的，你会先看哪里？"
    first = f"<div class=ask><h1>船每晚进水</h1><div class=main-text>{question}</div></div>"
    answers = ("先看艉轴的填料。", "我的是通海阀的软管滑脱了。", "往排水口倒点颜料，明早再看。")
    rows = zip(NAMES[1:], DAYS[1:], answers, strict=True)
    html = first + "".join(REPLY.format(name=name, day=day, text=text) for name, day, text in rows)
    page = extract(f"<body class=forum>{html}", "https://boats.example/topic/3")
    assert page.posts == 4
    assert [block.post for block in page.blocks if block.post] == [1, 2, 3, 4]


def test_a_first_post_that_the_page_states_is_read_though_the_method_marked_nothing_of_it():
    """Its text is called that of a post (schema.org), as those of the others are; its box has another name."""
    answer = ANSWER.replace("<div class=post-body>", "<div class=post-body itemprop=text>")
    rows = zip(NAMES[1:], DAYS[1:], ANSWERS, strict=True)
    answers = "".join(answer.format(name=name, day=day, text=text) for name, day, text in rows)
    ask = "<div class=ask><h1>A bucket</h1><span class=rich itemprop=text>Why does she take water?</span></div>"
    page = extract(f"<body class=forum>{ask}<h2>3 Answers</h2>{answers}", "https://boats.example/questions/3")
    assert page.posts == 4
    assert [block.text for block in page.blocks if block.post] == ["Why does she take water?", *ANSWERS]


NAMED = "<div id=t7-post-rtjson-content>{}</div><div id=comment-tree>{}</div>"
NAMED_ANSWER = (
    "<section><div class=user-card><a href=/user/{0}>{0}</a><time datetime={1}>1y</time></div>"
    "<div class=comment-text><p>{2}</p></div><button>Reply</button></section>"
)


@pytest.mark.parametrize("texts", [(QUESTION * 4, "Yes.", "No."), (QUESTION, *ANSWERS)])
def test_boxes_named_after_a_first_post_and_its_answers_make_a_thread(texts):
    answers = "".join(NAMED_ANSWER.format(*each) for each in zip(NAMES, DAYS, texts[1:], strict=False))
    page = extract(f"<body><h1>A bucket every night</h1>{NAMED.format(f'<p>{texts[0]}</p>', answers)}", None)
    assert [block.text for block in page.blocks if block.post] == [*texts]
    assert page.posts == len(texts)


def test_two_answers_below_a_long_post_are_posts_of_a_stated_thread():
    answers = "".join(NAMED_ANSWER.format(*each) for each in zip(NAMES, DAYS, ("Yes.", "No."), strict=False))
    html = f"<body><h1>A bucket every night</h1><p>{QUESTION * 4}</p><div id=comment-tree>{answers}</div>"
    assert extract(html, "https://boats.example/questions/3").posts == 3


def test_one_answer_in_such_a_box_is_not_lost():
    answer = NAMED_ANSWER.format(NAMES[0], DAYS[0], "Yes.")
    page = extract(f"<body><h1>A bucket</h1>{NAMED.format(f'<p>{QUESTION * 4}</p>', answer)}", None)
    assert "Yes." in [each.text for each in (*page.blocks, *page.comments)]


def test_a_box_of_such_a_name_alone_makes_no_thread():
    assert extract(f"<body><h1>A bucket</h1><div class=toptext><p>{QUESTION * 4}</p></div>", None).posts == 0
