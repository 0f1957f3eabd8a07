"""What a forum's software writes beside every post is no part of any."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extraction.division.division import divide
from extraction.page.node_table import parse
from extraction.threads.posts import without_repeated
from extraction.threads.records import Records, SiblingGroups, records, repeated

SENTENCES = [
    "Kona tügmen yene aylandi, u bek chirayliq.",
    "Rehmet!",
    "Bowam her küzde bughdiyini shu yerge apiratti.",
    "Biz yekshenbe küni körgili barduq, su az iken.",
]


def post(number, sentence):
    return f"""<div class="post" id="p{number}"><div class="card"><b class="nick">yolchi{number}</b>
    <i class="rank">Derije: ayza</i><u class="uid">UID nomuri : {number}07</u><s class="more">Yazma sani:
    {number * 31}</s></div><div class="head"><a class="link" href="#{number}">Qewet {number}</a>
    <span class="date">2011-05-0{number}</span></div><div class="body">{sentence}</div></div>"""


def thread(sentences=SENTENCES):
    return parse("<h1>Tügmen</h1>" + "".join(post(number, text) for number, text in enumerate(sentences, 1)))


def all_of(page):
    return np.ones(len(page.owner), dtype=np.bool_)


def texts(page, content):
    return [" ".join(text.split()) for text, is_content in zip(page.text, content.tolist(), strict=True) if is_content]


def left(page, content):
    return texts(page, without_repeated(page, content, records(page, content)))


def test_what_stands_in_every_record_but_for_its_numbers_and_spaces_is_left_out():
    page = thread()
    assert left(page, all_of(page)) == ["Tügmen", *SENTENCES]


def test_posts_are_found_where_a_method_takes_the_cards_for_text():
    page = thread()
    division = divide(page, all_of(page), "http://bbs.example/read.php?tid=7", None)
    assert division.posts == len(SENTENCES)
    assert texts(page, division.content) == ["Tügmen", *SENTENCES]


def test_what_some_say_alike_stays():
    page = thread([*SENTENCES, "Rehmet!", "Rehmet!"])
    assert left(page, all_of(page)).count("Rehmet!") == 3


def test_where_all_say_the_same_it_stays():
    page = thread(["Muxtar bügün keldi, biz uninggha rehmet éyttuq."] * 4)
    bodies = np.array(["Muxtar" in text for text in page.text])
    assert left(page, bodies) == ["Muxtar bügün keldi, biz uninggha rehmet éyttuq."] * 4


def test_two_records_say_nothing_of_what_is_alike():
    page = thread(SENTENCES[:2])
    assert "Derije: ayza" in left(page, all_of(page))


def test_what_stands_in_a_line_with_more_stays():
    sentences = [f"{text} In <b>190{number}</b> yolchi7 <u>keldi</u>." for number, text in enumerate(SENTENCES)]
    page = thread(sentences)
    parts = [(f"{text} In", f"190{number}", "yolchi7", "keldi", ".") for number, text in enumerate(SENTENCES)]
    assert left(page, all_of(page)) == ["Tügmen", *sum(parts, ())]


def test_numbers_elsewhere_than_those_beside_the_posts_stay():
    page = thread(["<table><tr><td>17<td>3<tr><td>29<td>4</table>" + SENTENCES[0], *SENTENCES[1:]])
    assert left(page, all_of(page))[:5] == ["Tügmen", "17", "3", "29", "4"]


def test_what_all_write_in_their_posts_stays():
    sentences = [f"Essalam!<br>{text} {' '.join(SENTENCES)}<br>}}" for text in SENTENCES]
    page = thread(sentences)
    division = divide(page, all_of(page), "http://bbs.example/read.php?tid=7", None)
    assert texts(page, division.content).count("Essalam!") == texts(page, division.content).count("}") == len(SENTENCES)
    assert "Derije: ayza" not in texts(page, division.content)


@given(
    st.lists(
        st.tuples(
            *(st.integers(-1, 3), st.sampled_from(["a 1", "a22", " a1 ", "b", "7", "89", "٣", "1a"])),
            *(st.sampled_from(["p", "i"]), st.sampled_from(["div", "div class=c1", "div class=c2"])),
        ),
        min_size=1,
    )
)
def test_texts_are_counted_as_plain_python_says(rows):
    page = parse("<body>" + "".join(f"<{box}><{tag}>{text}</{tag}></div>" for _, text, tag, box in rows))
    of = np.array([record for record, *_ in rows], dtype=np.int32)
    forms = {"a 1": "a0", "a22": "a0", " a1 ": "a0", "7": "0", "89": "0", "٣": "0", "1a": "0a"}
    form = [(forms.get(text, text), tag, box[:-1]) for _, text, tag, box in rows]
    inside = {(each, record) for each, (record, *_) in zip(form, rows, strict=True) if record >= 0}
    expected = [
        record >= 0 and sum(each == other for other, _ in inside) >= 2
        for each, (record, *_) in zip(form, rows, strict=True)
    ]
    posts = Records(of[:0], of, has_leading_box=False, groups=SiblingGroups(page, range(len(page.tag))))
    assert repeated(page, posts, 2).tolist() == expected
