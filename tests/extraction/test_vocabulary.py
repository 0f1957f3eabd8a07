import numpy as np

from extraction import tags, vocabulary
from extraction.node_table import parse
from extraction.vocabulary import Vocabulary

DIV = tags.CODE["div"]


def test_names_are_kept_whole_and_in_parts():
    found = vocabulary.names((DIV, "postBody entry-content", "post-1234", "main"))
    assert {"<div", ".postbody", "post", "body", ".entry-content", "entry", "content", "#post-0", "@main"} <= found


def test_words_are_of_short_lines_only():
    assert vocabulary.words("Reply 12") == ["=reply 0", "^reply", "_reply"]
    assert vocabulary.words("long line " * 20) == []
    assert "_回复" in vocabulary.words("回复 本帖")


def test_presentation_forms_are_the_same_words():
    assert vocabulary.words("\ufe8e") == vocabulary.words("\u0627")


def test_known_words_are_found_in_names_and_lines():
    known = Vocabulary({".footer": 0, "content": 1, "^reply": 2}, np.zeros(3))
    names = known.of_namings([(DIV, "footer content", "", ""), (DIV, "what", "", ""), (DIV, "content", "", "")])
    assert names.sizes.tolist() == [2, 0, 1]
    assert sorted(names.word[:2].tolist()) == [0, 1]
    assert known.of_lines(["Reply now", "Now"]).word.tolist() == [2]


def test_words_are_reduced_row_by_row():
    words = vocabulary.gathered([[0, 1], [], [2]])
    assert words.reduce(np.array([3.0, 5.0, -1.0]), np.add).tolist() == [8, 0, -1]


def test_elements_named_alike_share_a_naming():
    page = parse("<body><p class=a>1</p><p class=a>2</p><p class=b role=note>3</p>")
    of_element, namings = page.naming, page.namings
    rows = [row for row, code in enumerate(page.tag.tolist()) if tags.NAMES[code] == "p"]
    assert of_element[rows[0]] == of_element[rows[1]] != of_element[rows[2]]
    assert namings[of_element[rows[2]]] == (tags.CODE["p"], "b", "", "note")
