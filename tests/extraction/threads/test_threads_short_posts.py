"""Threads of short posts: where a method marks the first post alone, or the line above it, all are found."""

from extraction import extract

BOARD = """<title>{title} - powered by phpwind.net</title><body><div class=path><a href=/>باغ</a> » {title}</div>{posts}
<div id=bottom>Powered by PHPWind v8.0</div>"""
POST = """<table class=read_t><tr><td class=floot_left><div class=readName><a href=/u/{n}>ئەزا{n}</a></div>
<div class=readUser>ئالىي ئەزا</div><div>UID: 5{n}</div></td><td class=floot_right><div class=readTop><div class=fr>
خەت چوڭلۇقى: <a>كىچىك</a> <a>چوڭ</a></div><a class=s3>{n}-قەۋەت</a> يوللىغان ۋاقتى: 2010-06-0{n} 18:2{n}
<a>يالغۇز مۇشۇ ئاپتورنى كۆرۈش</a></div><div class=tpc_content><div class=f14 id=read_{n}>{text}</div></div></td></tr>
<tr><td>{sign}<div class=readBot><a>پاش قىلىش</a></div></td></tr></table>"""
SIGN = "<div class=signature>{}</div>"
ADDRESS = "https://bbs.garden.example/read.php?tid=46"


def posts_of(texts, signs=(), title="دەرسلىك كىتاب"):
    rows = enumerate(texts, 1)
    posts = "".join(POST.format(n=n, text=text, sign="".join(signs[n - 1 : n])) for n, text in rows)
    page = extract(BOARD.format(title=title, posts=posts), ADDRESS)
    return ["\n".join(block.plain for block in page.blocks if block.post == n + 1) for n in range(page.posts)]


def test_a_hidden_part_does_not_make_the_first_post_the_only_one():
    first = "ئوتتۇرا مەكتەپ فىزىكا دەرسلىكىنىڭ ئېلكىتابى تەييار بولدى، پايدىلىنىڭلار."
    hidden = "<br><h6 class=quote><span>بۇ مەزمۇن يوشۇرۇلغان، ئىنكاس يازغاندىن كېيىن كۆرەلەيسىز</span></h6>"
    others = ["ئىنكاس يېزىپ كۆرۈپ باقاي", "كۆپ رەھمەت مۇئەللىم"]
    assert posts_of([first + hidden, *others]) == [first, *others]


def test_a_bought_part_does_not_either():
    first = "写了一篇嫁接教程，配了二十张图，新手照着做就行。"
    sold = "<br><h6 class=quote><span>此段为出售的内容,购买后显示</span></h6>"
    assert posts_of([f"{first}{sold}", "买了，值", "图片打不开"]) == [first, "买了，值", "图片打不开"]


def test_posts_shorter_than_the_lines_of_their_times_are_whole():
    signs = [SIGN.format("ئۇزۇن بىر ئىمزا، بۇ يەردە ھاياتنىڭ مەنىسى توغرىسىدا كۆپ گەپ قىلىنغان")] * 2
    texts = ["كىم بار؟", "مەن بار", "مەنمۇ بار"]
    assert posts_of(texts, signs, "كىم بار؟") == texts


def test_what_stands_below_a_line_that_the_board_draws_is_a_signature():
    row = """<table><tr><td><b>{name}</b><br>中级会员</td><td><font>{n}楼 | 发表于: 2007-11-0{n} 21:3{n}</font>
    <hr>{text}</td></tr>    <tr><td colspan=2><a href=#>回复</a> | <a>举报</a></td></tr></table>"""
    line = "<br>--------------------<br><font color=gray>{}</font>"
    texts = ["路边的沙枣花开了，满街都是香味，你们那里呢？", "我们这里还没开", "早谢了"]
    signs = ["戈壁滩上的石头", "", "红柳依依"]
    rows = zip(("沙枣", "骆驼", "红柳"), texts, signs, strict=True)
    posts = "".join(
        row.format(n=n, name=name, text=text + (line.format(sign) if sign else ""))
        for n, (name, text, sign) in enumerate(rows, 1)
    )
    page = extract(f"<title>沙枣花开了</title><b>沙枣花开了</b>{posts}", "https://www.desert.example/show.php?id=52")
    assert [block.plain for block in page.blocks if block.post] == texts


def test_a_tiny_thread_of_one_post_is_what_its_box_holds():
    page = extract(
        "<html><head><title>Photos of the harvest - Farm Forum - Powered by Discuz!</title>"
        "<meta name=generator content='Discuz! X3.4'></head><body id=nv_forum class=pg_viewthread><div id=postlist>"
        "<h1 class=ts>Photos of the harvest</h1><div id=post_1><table id=pid1><tr><td class=pls><div class=authi>"
        "<a href=home.php?uid=1>farmer1</a></div><dl class=pil><dt>Points</dt><dd>23</dd></dl></td><td class=plc>"
        "<div class=authi><em id=authorposton1>Posted on 2013-10-2 18:21:11</em></div><div class=pcb><table><tr>"
        "<td class=t_f id=postmessage_1>Here they are.</td></tr></table><div class=pattl><dl class=tattl><dd>"
        "<a href=a.zip>harvest.zip</a><p>120 KB, downloads: 7</p></dd></dl></div></div></td></tr></table></div></div>",
        "http://farm.example/thread-5-1-1.html",
    )
    assert [(block.post, block.plain) for block in page.blocks if block.post] == [(1, "Here they are.")]


def test_who_wrote_each_of_two_answers_and_when_stands_in_a_line_of_its_own():
    """Of two boxes nothing says which of their lines the body is, and a method takes a name and a rank for text."""
    item = (
        "<div class=item><div class=top><a class=answer-user href=/p/7>{name}</a> <b class=rank>Білгір</b> "
        "<i class=answer-time>1{n} мамыр 2021, 16:30</i></div><div class=words>{text}</div><p class=foot>4</p></div>"
    )
    texts = ["Ағаш күбі керек, оны алдымен қайыңның түтінімен ыстап алады.", "Күніне мың рет піскен жөн!"]
    answers = "".join(item.format(name=f"қымызшы0{n}", n=n, text=text) for n, text in enumerate(texts))
    question = "<p>Үйде қымыз ашытып көрейін деп едім, бірақ екі күннен кейін кесектеніп кете береді.</p>"
    html = f"<title>Қымыз</title><body><h1>Қымыз неге кесектенеді?</h1><div class=asked>{question}</div>{answers}"
    page = extract(html, "https://ask.example/question/8812", "all-text")
    assert not [block.plain for block in page.blocks if "қымызшы" in block.plain]
    assert {*texts} <= {block.plain for block in page.blocks}
