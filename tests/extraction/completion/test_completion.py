"""The rules together, on whole pages."""

import numpy as np
import pytest

from extraction import extract
from extraction.completion.completion import completed
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND


def test_a_list_of_short_words_in_an_article_of_an_unknown_language_is_kept():
    html = """<html><head><title>Eski köprü yeniden açıldı</title></head><body><h1>Eski köprü yeniden açıldı</h1><div>
    <p>Şehir merkezindeki eski taş köprü, üç yıl süren onarımın ardından dün yeniden açıldı.</p>
    <p>İlkbaharda iki kıyıya da ağaç dikilecek ve lambalar konulacak. Ayrıca şunlar planlanıyor:</p>
    <ul><li>yeni banklar</li><li>bisiklet yolu</li><li>çocuk parkı</li></ul>
    <p>Köprüden araba geçemeyecek; otobüs hattı nehrin aşağısındaki yeni köprüden gidiyor.</p></div></body></html>"""
    assert "bisiklet yolu" in extract(html).text


@pytest.mark.parametrize(
    ("box", "texts"),
    [
        ("<dl><dt>Hopper<dd>holds the grain<dt>Shoe<dd>shakes it</dl>", ["Hopper", "holds the grain", "Shoe"]),
        (
            "<table><caption>Output</caption><tr><th>Year<th>Tons<tr><td>1890<td>310<tr><td>1910<td>420</table>",
            ["Output", "Year\tTons", "1890\t310", "1910\t420"],
        ),
    ],
)
def test_a_short_article_looks_a_little_like_a_thread_and_has_its_terms_and_tables_whole(box, texts):
    html = f"""<html><head><title>The old mill turns again | Town paper</title></head><body><nav><a href=/>Home</a>
    </nav><main><article class="post"><h1>The old mill turns again</h1><div class="entry-content"><p>The town
    rebuilt its old mill this spring, and since May visitors have been able to see how flour was made two hundred years
    ago.</p><p>The wheel is turned by the water of a canal that monks dug in the fourteenth century, as a charter in the
    archive shows.</p>{box}<p>A group of volunteers spent three winters on the roof alone, because each of the shingles
    had to be split by hand.</p><p>The mill is open on Sundays from ten to five, and groups can ask for a tour on other
    days as well.</p></div></article></main><footer>© Town paper</footer></body></html>"""
    extracted = extract(html)
    assert set(texts) <= {block.text for block in extracted.blocks}


def test_lists_between_the_posts_of_a_thread_are_not():
    question = (
        "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}. " * 2
    )
    who = "<dl><dt>member{}</dt><dd>Joined: 2012</dd><dd>Posts: 4{}</dd></dl>"
    posts = "".join(f'{who.format(each, each)}<p class="post">{question.format(each, each)}</p>' for each in range(6))
    extraction = extract(f'<html><title>Mill</title><body class="forum"><h1>Mill</h1><div>{posts}</div></body></html>')
    assert "number 5" in extraction.text
    assert "Joined" not in extraction.text


def test_a_report_that_looks_a_little_like_a_thread_has_its_times():
    entries = (
        ("18:40", "No ferries", "The boats of the harbour stay where they are, and nobody knows for how long."),
        ("18:05", "Boats return", "Only a dozen of them had gone out in the night, and every one is back by now."),
        ("17:30", "A warning", "The office of weather warns the islands of waves as high as houses at the shore."),
    )
    items = "".join(
        f'<li class="live-post"><div><time>{time}</time><span>2 hours ago</span></div><h2>{title}</h2><p>{text}</p>'
        for time, title, text in entries
    )
    html = f"<title>Storm live</title><h1>Storm live</h1><p>{BEFORE}</p><ol>{items}</ol>"
    assert "18:05\nBoats return" in extract(html).text


def test_who_wrote_each_post_is_no_heading_of_a_page_that_looks_a_little_like_a_thread():
    posts = "".join(
        f'<div><div class="PostUser"><h3 class="PostUser-name">{name}</h3></div><div class="Post-body"><p>{text}</p>'
        "</div></div>"
        for name, text in (
            ("kettle77", "Does anybody know how the tide tables are computed, and where the old ones can be read?"),
            ("Marta Lindqvist", "They are printed in the customs house, and the archive of the town has all volumes."),
            ("old_sailor", "I asked there last year, and they sent scans of the pages that I wanted within days."),
            ("Ada Moreau", "Thanks to both of you, I have written to the archive now and will tell you what comes."),
        )
    )
    page = f"<title>Tide tables - Harbour</title><main><h1>Tide tables</h1><div>{posts}</div></main>"
    text = extract(page, "https://harbour.example/d/3").text
    assert "printed in the customs house" in text
    assert "Lindqvist" not in text


@pytest.mark.parametrize(("thread", "is_text"), [(0.09, True), (0.11, False)])
def test_headings_are_looked_for_on_pages_that_look_a_little_like_threads(thread, is_text):
    page = parse(f"<div><p>{BEFORE}</p><h2>Brücken</h2><p>{BEHIND}</p></div>")
    content = np.array([page.texts[row] in (BEFORE, BEHIND) for row in range(len(page.texts))])
    assert completed(page, content, thread).all() == is_text
