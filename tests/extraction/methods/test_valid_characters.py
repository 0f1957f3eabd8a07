import numpy as np

from extraction import extract
from extraction.methods import valid_characters
from extraction.page import tags
from extraction.page.node_table import parse

SENTENCE = "It was said that this was not what they had wanted to do before the end."
UYGHUR = "بۇ ماقالىدە ئۇيغۇر تىلى ۋە ئۇنىڭ تارىخى توغرىسىدا سۆز بولىدۇ"
FOLDED_AWAY = "ﺑﯘ ﻣﺎﻗﺎﻟﯩﺪﻩ"


def valid(html, language="en"):
    return valid_characters.valid_characters(parse(html), language).tolist()


def test_valid_characters_stand_outside_links_beside_a_stop_word():
    assert valid("<p>the cat</p><p>cat</p><a>the cat</a>") == [6, 0, 0]


def test_a_stop_word_counts_beside_punctuation():
    assert valid("<p>cat, the: dog</p>") == [11]
    assert valid("<p>(the)</p>") == [5]


def test_uyghur_is_read_in_presentation_forms_too():
    assert valid(f"<p>{UYGHUR}</p>", "ug") == [len(UYGHUR.replace(" ", ""))]
    assert valid(f"<p>{FOLDED_AWAY}</p>", "ug")[0] > 0
    assert valid("<p>تور بېكەت</p>", "ug") == [0]


def test_chinese_needs_no_spaces():
    assert valid("<p>我们的新闻</p><p>新闻</p>", "zh")[0] == 5
    assert valid("<p>新闻</p>", "zh") == [0]


def test_a_language_without_a_list_goes_by_length():
    assert valid("<p>" + "word " * 10 + "</p><p>word word</p>", "xx") == [40, 0]


def test_a_stop_word_of_any_of_the_pages_languages_counts():
    page = parse(f"<p>the cat</p><p>我们的新闻</p><p>{UYGHUR}</p><p>cat</p>")
    assert (valid_characters.valid_characters(page, "ug", "en", "zh") > 0).tolist() == [True, True, True, False]


def test_an_article_in_another_script_outweighs_the_adverts_of_its_site():
    article = f"<td><p>{SENTENCE * 3}</p><p>{SENTENCE * 2}</p></td>"
    adverts = f"<td>{UYGHUR * 2}</td><td>{UYGHUR}</td><td>{UYGHUR}</td><td>{UYGHUR}</td>"
    text = extract(f"<table><tr>{adverts}{article}</tr></table>", method="valid-characters").text
    assert text == f"{SENTENCE * 3}\n{SENTENCE * 2}"


def test_one_line_in_another_script_is_no_language_of_the_page():
    html = f"<div><p>{UYGHUR}</p><div>{SENTENCE}</div><p>{UYGHUR}</p></div>"
    assert extract(html, method="valid-characters").text == f"{UYGHUR}\n{UYGHUR}"


def test_short_paragraphs_headings_and_items_among_sentences_are_kept():
    html = f"<div><p>{SENTENCE}</p><h2>Cats, dogs</h2><p>{SENTENCE}</p><p>{SENTENCE}</p><p>Cats!</p></div>"
    assert extract(html, method="valid-characters").text == f"{SENTENCE}\nCats, dogs\n{SENTENCE}\n{SENTENCE}\nCats!"


def test_among_as_many_others_and_beside_links_they_are_noise():
    half = f"<div><p>{SENTENCE}</p><p>Cats!</p></div>"
    assert extract(half, method="valid-characters").text == SENTENCE
    linked = f"<div><p>{SENTENCE}</p><p><a href=/>Cats</a>, dogs</p><p>{SENTENCE}</p></div>"
    assert extract(linked, method="valid-characters").text == f"{SENTENCE}\n{SENTENCE}"


def block_of(html, language="en"):
    page = parse(html)
    block = valid_characters.main_block(page, valid_characters.valid_characters(page, language))
    return tags.NAMES[page.tag[block]], page.text[page.first[block] : page.last[block]]


def test_the_descent_goes_on_while_the_best_child_holds_half():
    half, less = "the " + "x" * 27, "the " + "x" * 17
    assert block_of(f"<div><section>{half}</section><div>{half}</div></div>")[0] == "section"
    assert block_of(f"<section><div>{less}</div><div>{less}</div><div>{less}</div></section>")[0] == "section"


def test_the_block_does_not_end_in_one_long_paragraph():
    name, texts = block_of(f"<main><p>{SENTENCE * 5}</p><p>{SENTENCE}</p></main>")
    assert name == "main"
    assert len(texts) == 2


def test_the_elements_own_text_counts_in_the_ratio():
    assert block_of(f"<main>{SENTENCE * 3}<div>{SENTENCE}</div></main>")[0] == "main"


def test_the_noise_in_the_block_is_left_out_and_links_in_sentences_stay():
    html = (
        f"<div><div>Reply Share</div><p>{SENTENCE}</p><div>Joined: 2008</div>"
        f"<p>As you can see in <a href=/x>that report</a>, it is so.</p></div><div><a href=/>Home</a></div>"
    )
    assert extract(html, method="valid-characters").text == f"{SENTENCE}\nAs you can see in that report, it is so."


def test_code_in_the_block_is_no_noise():
    html = f"<div><p>{SENTENCE}</p><pre>apt install mezmun</pre><p>{SENTENCE}</p></div><pre>elsewhere</pre>"
    assert extract(html, method="valid-characters").text == f"{SENTENCE}\napt install mezmun\n{SENTENCE}"


def test_a_page_of_two_english_sentences_is_read():
    html = (
        "<html><head><title>Hello</title></head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        "<p>Hello there, this is a text of some length for you.</p>"
        "<p>And it is the second one, which is here for us.</p></body></html>"
    )
    extraction = extract(html, method="valid-characters")
    assert extraction.language == "en"
    assert extraction.text == (
        "Hello there, this is a text of some length for you.\nAnd it is the second one, which is here for us."
    )


def test_where_the_text_is_too_short_to_tell_the_declared_language_counts():
    extraction = extract('<html lang="tr"><p>ok</p></html>', method="valid-characters")
    assert extraction.language == "tr"


def test_without_a_valid_character_there_is_no_text():
    assert extract("<div>Menu</div><div>News</div>", method="valid-characters").text == ""


def test_the_best_child_is_the_first_of_equals():
    page = parse(f"<div><div>{SENTENCE}</div><div>{SENTENCE}</div></div>")
    block = valid_characters.main_block(page, page.chars.astype(np.int64))
    assert page.first[block] == 0
    assert page.last[block] == 1
