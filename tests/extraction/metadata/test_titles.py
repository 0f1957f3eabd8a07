import pytest

from extraction import extract
from tests.extraction.metadata.pages_for_tests import TEXT, facts, ld


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (  # a heading of any level that says just what the page states goes before another h1
            '<meta property="og:title" content="Six boats that never came back"><title>How many boats? - News</title>',
            "<h1>How many boats?</h1><h2>Six boats that never came back</h2>",
            "Six boats that never came back",
        ),
        (  # and a kicker beside it in the heading is none of it
            '<meta property="og:title" content="Six boats that never came back"><title>How many boats? - News</title>',
            "<h1>How many boats?</h1><h2><span>Opinion</span> <span>Six boats that never came back</span></h2>",
            "Six boats that never came back",
        ),
        (  # what the data calls the headline is one
            '<meta property="og:title" content="Fuel for boats: where to buy it; price">'
            + ld(**{"@type": "NewsArticle", "headline": "So the engine starts at once"}),
            "<h1><span>Fuel for boats: where to buy it; price</span> So the engine starts at once</h1>",
            "So the engine starts at once",
        ),
        (  # and so is the title of a job
            "<title>Job as keeper of a light on the island, at the harbour office</title>"
            + ld(**{"@type": "JobPosting", "title": "Keeper of a light"}),
            "<h1>Keeper of a light</h1>",
            "Keeper of a light",
        ),
        (
            '<meta property="og:title" content="Can a boat fly?"><title>Can a boat fly / 5 answers</title>',
            "<h1>Can a boat fly / 5 answers</h1>",
            "Can a boat fly / 5 answers",
        ),
    ],
)
def test_the_headline_is_what_the_page_states_in_several_places(head, body, expected):
    assert facts(head, body + TEXT).title.value == expected


def test_the_sites_name_is_known_as_hosts_spell_it():
    title = facts("<title>Lexikon « Nalas Löwenseiten</title>", TEXT, "http://www.nalas-loewenseiten.example/").title
    assert title.value == "Lexikon"


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("A day at sea | Example News", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea - Sea - Example", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea - Example News", "", "A day at sea"),
        ("Example News: A day at sea", "", "Example News: A day at sea"),
        ("A day at sea - and back", "", "A day at sea - and back"),
        ("A day at sea (View topic) • Example News", "", "A day at sea"),
        ("A day at sea - Powered by Discuz!", "", "A day at sea"),
        ("海上的一天 - 海港 - 船家论坛 - Powered by Discuz! X3.2", "", "海上的一天 - 海港"),
        ("A day at sea - for boats by BOAT Code © 2008-01", "", "A day at sea"),
        ("A day at sea - engines powered by wind", "", "A day at sea - engines powered by wind"),
        ("A day at sea (part two) • Example News", "", "A day at sea (part two)"),
        ("海上的一天 掀起一股热潮-新闻-国内国际", "", "海上的一天 掀起一股热潮"),
        ("海上的一天 是怎样过的？-新闻-国内国际", "", "海上的一天 是怎样过的？"),
        ("دېڭىزدا بىر كۈن|خەۋەرلەر|مىسال تورى", "", "دېڭىزدا بىر كۈن"),
        ("海上的一天_新闻中心_示例网", "<h1>海上的一天</h1>", "海上的一天"),
        ("Sea | Land", "", "Sea | Land"),
        ("海上的一天 掀起热潮-示例网", "<h1>海上的一天 掀起热潮</h1>", "海上的一天 掀起热潮"),
        ("Board • A day at sea", "<h1>Board</h1><h2>A day at sea</h2>", "A day at sea"),
        ("A day at sea - Office of boats", "<h1>Office of boats</h1><h2>A day at sea</h2>", "A day at sea"),
        ("View topic - Sea : A day • Board", "<h1>Board</h1><h2>Sea : A day</h2>", "Sea : A day"),
        ("A day at the sea / Sea / Board", "<h3>A day at the sea</h3>", "A day at the sea"),
        ("Sea board / A long day at the sea", "<h1>Sea board</h1>", "Sea board / A long day at the sea"),
        ("A day at sea - Sea - Board", "<h1><a>[Sea]</a> <span>A day at sea</span></h1>", "A day at sea"),
        ("Example News | A long day at sea, and back", "", "A long day at sea, and back"),
        ("example.org » A day at sea", "", "A day at sea"),
        ("example.org » Archive » A day at sea", "", "A day at sea"),
        ("A long day at sea -", "", "A long day at sea"),
        ("A long day at sea-Boats|Example News", "", "A long day at sea"),
        ("A day at sea: The film", "<h1><i>A day at sea:</i> <b>The film</b></h1>", "A day at sea: The film"),
    ],
)
def test_the_sites_name_is_cut_off_the_title(title, body, expected):
    head = f'<title>{title}</title><meta property="og:site_name" content="Example News">'
    head += '<meta property="article:section" content="Boats">'
    metadata = facts(head, body + TEXT)
    assert metadata.title.value == expected
    assert (metadata.whole_title.value, metadata.whole_title.source) == (title, "title")


@pytest.mark.parametrize(
    ("title", "heading", "expected"),
    [
        ("Sea 'waits' for no one", "<h1>Sea ‘waits’ for no one</h1>", "Sea ‘waits’ for no one"),
        ("A day at the wide sea", "<h1>One long day at the wide sea</h1>", "One long day at the wide sea"),
        ("Press releases", "<h1>Harbour opens its gates again</h1>", "Harbour opens its gates again"),
        ("Press releases", "<h1>Harbour opens its gates</h1><h1>Boats are late</h1>", "Press releases"),
        ("A day at sea", "<h1>5 March: A day at sea</h1>", "A day at sea"),
        ("Boats: late again", "<h1><i>Boats:</i><b>late again</b></h1>", "Boats: late again"),
        ("The «wide sea» at night", "", "The «wide sea» at night"),
        ("All of the « wide sea »", "", "All of the « wide sea »"),
        ("A day at sea › Example", "", "A day at sea"),
        ("海上的一天：示例新闻网", "<h1>海上的一天</h1>", "海上的一天"),
        ("", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea", "<h1>A day at sea: the long way home</h1>", "A day at sea: the long way home"),
        ("A day at sea", "<h1>A day at sea in the winter</h1>", "A day at sea in the winter"),
        ("A day at sea", "<h1>A day at sea <span>Welcome to the harbour</span></h1>", "A day at sea"),
        ("A day at sea", "<h1>A day at sea, 5 March</h1>", "A day at sea"),
        ("A day at sea - Manual", "<h1>A day\u00ad at sea<a href='#day'>¶</a></h1>", "A day at sea"),
    ],
)
def test_the_headline_at_the_text_is_the_title_in_its_own_letters(title, heading, expected):
    metadata = facts(f"<title>{title}</title>" if title else "", heading + TEXT, url="https://example.org/")
    assert metadata.title.value == expected


def test_a_title_that_a_quotation_mark_in_it_cut_off_is_read_elsewhere():
    title = 'Captain calls the sea "a friend"'
    metadata = facts(f'<meta property="og:title" content="{title}"><title>{title}</title>', TEXT)
    assert metadata.title.value == metadata.whole_title.value == title


def test_a_headline_with_a_label_before_it_is_told_by_any_of_the_titles():
    head = '<meta property="og:title" content="Press releases"><title>Harbour opens its gates again</title>'
    body = f"<h1><small>Press release of the harbour :</small><span>Harbour opens its gates again</span></h1>{TEXT}"
    assert facts(head, body).title.value == "Harbour opens its gates again"


def test_a_heading_far_from_the_text_that_says_something_else_is_no_title():
    menu = "".join(f"<li>Rope number {number}" for number in range(40))
    page = f"<title>A day at sea</title><h1>Ropes and anchors for all</h1><nav><ul>{menu}</ul></nav><p>Sea.</p>{TEXT}"
    assert extract(page, method="correlativity").title == "A day at sea"


def test_a_kicker_in_the_heading_is_no_part_of_the_headline_unless_the_page_states_it_so():
    heading = '<span class="dachzeile">After the storm</span> <span>Boats leave the harbour again</span>'
    stated = "Harbour: Boats leave the harbour again"
    assert facts(f"<title>{stated}</title>", f"<h1>{heading}</h1>{TEXT}").title.value == "Boats leave the harbour again"
    stated = "After the storm: Boats leave the harbour again"
    assert facts(f"<title>{stated}</title>", f"<h1>{heading}</h1>{TEXT}").title.value != "Boats leave the harbour again"


def test_what_the_headline_in_the_data_lacks_is_cut_off_the_end_of_the_title():
    head = '<title>Boats leave the harbour again-Sea│Harbour news</title><meta name="headline" content="{}">'
    assert facts(head.format("Boats leave the harbour again"), TEXT).title.value == "Boats leave the harbour again"
    assert facts(head.format("Boats"), TEXT).title.value == "Boats leave the harbour again-Sea"


@pytest.mark.parametrize(
    "title",
    [
        "Tea board :: View topic - The kettle - a story",
        "Tea board • Просмотр темы - The kettle - a story",
        "Tea board - تېما كۆرۈش - The kettle - a story",
    ],
)
def test_what_forum_software_says_before_the_title_of_a_thread_is_none_of_it(title):
    assert facts(f"<title>{title}</title>", TEXT).title.value == "The kettle - a story"


@pytest.mark.parametrize(
    "title",
    [
        "Re: A day at sea", "RE: Re: A day at sea", "AW[2]: A day at sea", "Ответ: A day at sea", "回复：A day at sea",
        "جاۋاب: A day at sea",
    ],
)  # fmt: skip
def test_what_programs_write_before_the_title_of_an_answer_is_none_of_it(title):
    assert facts(f"<title>{title}</title>", f"<h1>{title}</h1>{TEXT}").title.value == "A day at sea"
    assert facts(f"<title>{title}</title>", TEXT).title.value == "A day at sea"


def test_other_words_before_a_colon_stay_in_the_title():
    for title in ("Re:Form of the harbour", "Sea: A day at sea", "Report: a day at sea"):
        assert facts(f"<title>{title}</title>", TEXT).title.value == title


@pytest.mark.parametrize("line_break", ["<br>", "</div><div>", "<br/>\n"])
def test_a_line_break_in_a_headline_parts_its_words(line_break):
    heading = f"<h1><div>A long day{line_break}at sea</div></h1>"
    assert facts("<title>A long day at sea - Example</title>", heading + TEXT).title.value == "A long day at sea"


def test_labels_and_links_beside_the_title_of_a_thread_are_none_of_it():
    heading = "<h1><a href=/help>[Help]</a> <span>A long day at sea</span> <span><a>[Copy the link]</a></span></h1>"
    assert facts("<title>A long day at sea - Boats - Powered by Tea Board!</title>", heading + TEXT).title.value == (
        "A long day at sea"
    )


def test_words_in_a_face_of_their_own_at_the_beginning_of_a_headline_are_not_all_of_it():
    heading = "<h1><code>rowing</code> — Functions that move boats<a href='#x'>¶</a></h1>"
    head = '<meta property="og:title" content="rowing — Functions that move boats">'
    head += "<title>rowing — Functions that move boats — Manual</title>"
    assert facts(head, heading + TEXT).title.value == "rowing — Functions that move boats"


@pytest.mark.parametrize(
    "title",
    ["A long day at sea_Boats_Example", "Example harbour : A long day at sea and back", "海上的一天_新闻_示例网"],
)
def test_where_no_heading_tells_it_a_line_at_the_text_does(title):
    line = next(each for each in ("A long day at sea and back", "A long day at sea", "海上的一天") if each in title)
    assert facts(f"<title>{title}</title>", f"<p><b>{line}</b></p>{TEXT}").title.value == line


@pytest.mark.parametrize("link", ['class="logo"', 'id="site-title"', 'href="/en" rel="home"'])
def test_a_heading_that_is_a_link_to_the_front_page_is_the_name_of_the_site(link):
    heading = f"<h1><a {link}>The wide sea and all its boats</a></h1>"
    assert facts("<title>A day in winter</title>", heading + TEXT).title.value == "A day in winter"
    page = facts("<title>A day in winter</title>", heading + TEXT, url="https://news.example.org/index.php?topic=9")
    assert page.title.value == "A day in winter"
    page = facts("<title>A day in winter</title>", heading + TEXT, url="https://news.example.org/")
    assert page.title.value == "The wide sea and all its boats"


def test_the_name_of_the_site_in_a_heading_is_cut_off_the_title():
    body = "<h1><a rel=home>Of villages and the sea</a></h1><h2>My boat</h2>"
    assert facts("<title>Of villages and the sea - My boat</title>", body + TEXT).title.value == "My boat"


def test_a_heading_that_says_the_stated_title_without_site_and_label_goes_before_one_with_the_sites_name():
    body = "<h1>Harbour talk and more</h1><h2><a>A day at sea</a></h2>"
    title = "Harbour talk and more • View topic - A day at sea"
    assert facts(f"<title>{title}</title>", body + TEXT).title.value == "A day at sea"


def test_a_kicker_with_no_name_of_its_own_is_none_of_the_headline_behind_it():
    heading = "<h1><span>Sailing</span><br>A long day<br>at sea</h1>"
    assert facts("<title>A long day at sea - Example</title>", heading + TEXT).title.value == "A long day at sea"


def test_a_line_at_the_text_may_be_the_lesser_part_at_the_end_of_the_title():
    line = "<div class=head>A day at sea and back</div>"
    title = "Office of the wide harbour - A day at sea and back"
    assert facts(f"<title>{title}</title>", line + TEXT).title.value == "A day at sea and back"
    assert (
        facts(
            "<title>A day at sea: all | Boats, ropes, anchors, nets and more</title>", f"<b>A day at sea: all</b>{TEXT}"
        ).title.value
        == "A day at sea: all"
    )


def test_a_heading_beside_the_text_is_no_title_where_a_line_behind_it_says_what_the_page_states():
    line, box = "<p><a href=/1>What would you do with two boats?</a></p>", "<div><h1>Moderators</h1></div>"
    title = "<title>What would you do with two boats? : sailing</title>"
    assert facts(title, box + line + TEXT).title.value == "What would you do with two boats?"
    section = "<p><a href=/1>Boats and harbours</a></p><h1>My days on the wide sea</h1>"
    assert facts("<title>Boats and harbours</title>", section + TEXT).title.value == "My days on the wide sea"


@pytest.mark.parametrize(
    ("title", "url", "value"),
    [
        ("#412 (A leak below the mast) – Boats", None, "A leak below the mast"),
        ("4412 – A leak below the mast", "https://bugs.example.org/show_bug.cgi?id=4412", "A leak below the mast"),
        ("Bug 4412 - A leak below the mast", "https://bugs.example.org/4412", "A leak below the mast"),
        ("1984 – A leak below the mast", "https://example.org/books/19845", "1984 – A leak below the mast"),
    ],
)
def test_the_number_of_a_ticket_is_none_of_its_title(title, url, value):
    assert facts(f"<title>{title}</title>", TEXT, url=url).title.value == value


def test_the_number_of_an_issue_behind_its_title_is_none_of_it():
    heading = "<h1><bdi>A leak below the mast</bdi> <span>#88</span></h1>"
    title = "<title>A leak below the mast · Issue #88 · boats/harbour</title>"
    assert facts(title, heading + TEXT).title.value == "A leak below the mast"


def test_the_ways_to_the_board_of_a_thread_are_none_of_its_title():
    title = "<title>A leak below the mast / Rigging / The Wide Sea</title>"
    ways = "<div><a href=/>The Wide Sea</a> » <a href=/f/2>Rigging</a></div>"
    head = "<div class=who><a href=/u/{0}>walker{0}</a> 2014-06-0{0} 10:02</div>"
    post = f"<div class=post id=p{{0}}>{head}<div>{{1}}</div></div>"
    posts = "".join(post.format(number, TEXT) for number in range(1, 4))
    thread = facts(title, ways + posts, url="http://sea.example/viewtopic.php?id=7")
    assert thread.title.value == "A leak below the mast"
    assert facts(title, ways + TEXT).title.value == "A leak below the mast / Rigging / The Wide Sea"
    book, way = "<title>The Wide Sea - Guest book</title>", "<a href=/book>Guest book</a><h1>Guest book</h1>"
    assert facts(book, way + posts).title.value == "Guest book"


@pytest.mark.parametrize(
    ("og", "title"),
    [
        ("Ann Harbour (@ann@sea.example)", 'Ann Harbour: "The boat left early" - Sea'),
        ("Ann Harbour (@ann) on X", "Ann Harbour on X: The boat left early / X"),
        ("Ann Harbour (@ann)", "The boat left early | Sea"),
    ],
)
def test_the_title_of_a_post_of_a_network_names_nobody(og, title):
    head = f"<meta property=og:title content='{og}'><title>{title}</title>"
    stated = facts(head, TEXT)
    assert "The boat left early" in stated.title.value
    assert "Ann" not in stated.title.value + stated.whole_title.value


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/@ann/110412345678901234", "The boat left early"),
        ("/ann/status/1104", "The boat left early"),
        ("/profile/ann.example/post/3kx", "The boat left early"),
        ("/@ann/video/712", "The boat left early"),
        ("/@ann/statuses/01HZX", "The boat left early"),
        ("/i/web/status/712", "The boat left early"),
        ("/notes/9xk2", "The boat left early"),
        ("/p/Cx12/", "The boat left early"),
        ("/sea/status/712/photo/1", "The boat left early"),
        ("/2024/03/harbour", "Ann Harbour (@ann): The boat left early"),
        ("/posts/1104", "Ann Harbour (@ann): The boat left early"),
        (None, "The boat left early"),
    ],
)
def test_only_posts_of_networks_have_their_writer_in_the_title(path, title):
    address = f"<link rel=canonical href='https://sea.example{path}'>" if path else ""
    assert facts(f"{address}<title>Ann Harbour (@ann): The boat left early</title>", TEXT).title.value == title


@pytest.mark.parametrize(("path", "is_named"), [("/@ann", False), ("/ann", False), ("/news/7", True)])
def test_the_title_of_a_profile_names_nobody(path, is_named):
    head = f"<meta property=og:url content='https://sea.example{path}'><title>Ann Harbour (@ann)</title>"
    stated = facts(f"{head}<h1>The boat</h1>", TEXT).whole_title.value
    assert ("Ann" in stated) is is_named


def test_the_title_of_an_article_keeps_whom_it_is_about():
    title = "Ann Harbour (@ann) explains why the boat left early"
    assert facts(f"<title>{title}</title>", TEXT).title.value == title


@pytest.mark.parametrize("page", ["Page 2", "Seite 1", "Страница 2", "第 2 页", "2-بەت", "صفحة 12", "Page 2 of 7"])
@pytest.mark.parametrize("form", ["{} ({}) / Rigging / The Wide Sea", "{} - {} - The Wide Sea", "{} ({})", "{}, {}"])
def test_which_page_of_a_thread_it_is_is_no_part_of_the_title(form, page):
    ways = "<a href=/>The Wide Sea</a><a href=/r>Rigging</a>"
    post = "<div class=post id=p{0}><div class=user>reed{0}</div><i>2024-03-0{0}</i><div>{1}</div></div>"
    posts = "".join(post.format(number, TEXT) for number in range(1, 4))
    title = form.format("A leak below the mast", page)
    thread = facts(f"<title>{title}</title>", ways + posts, url="http://sea.example/viewtopic.php?id=7")
    assert thread.title.value == "A leak below the mast"


def test_numbers_in_the_title_of_an_article_stay():
    assert facts("<title>Abbey Road, Side 2</title>", TEXT).title.value == "Abbey Road, Side 2"


@pytest.mark.parametrize("title", ["Page 2", "What stands on page 2", "The book (page by page)", "Catch 22"])
def test_other_titles_with_a_number_stay_whole(title):
    assert facts(f"<title>{title}</title>", TEXT).title.value == title


@pytest.mark.parametrize("behind", ["_船吧_百度贴吧", "【船吧】_百度贴吧", "_大海的船长_百度贴吧", "-百度贴吧"])
def test_forum_and_user_before_the_name_of_the_software_are_no_part_of_the_title(behind):
    assert facts(f"<title>今天去河边看船{behind}</title>", TEXT).title.value == "今天去河边看船"


BOLD = "<b>Six boats that never came back</b>"


@pytest.mark.parametrize("bold", [BOLD, BOLD.replace("b>", "strong>"), f"<font size=5>{BOLD}</font>"])
def test_a_first_line_in_bold_is_the_title_where_pages_are_called_like_their_site(bold):
    page = facts("<title>The Evening Gazette</title>", f"<td>{bold}<br><font size=1>5 May 2003</font>{TEXT}")
    assert (page.title.value, page.title.source) == ("Six boats that never came back", "heading")


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("A boat before the sun", BOLD),  # the text is about it
        ("The Evening Gazette", f"<h3>The harbour</h3>{BOLD}"),
        ("The Evening Gazette", f"<i>{BOLD[3:-4]}</i>"),
        ("The Evening Gazette", "<b>SIX BOATS AND MORE</b>"),
        ("The Evening Gazette", "<b>12 boats came back again</b>"),
        ("The Evening Gazette", "<b>Six boats came back.</b>"),
        ("The Evening Gazette", f"<a href=/>{BOLD}</a>"),
    ],
)
def test_other_first_lines_leave_the_title_as_it_is_stated(title, first):
    assert facts(f"<title>{title}</title>", f"<td>{first}<br>{TEXT}").title.value == title
