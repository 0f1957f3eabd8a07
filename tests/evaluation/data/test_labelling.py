from evaluation.data.labelling import label


def marks(lines, gold):
    return [round(float(share), 2) for share in label(lines, gold)[0]]


def test_lines_of_the_gold_are_marked_and_the_rest_is_not():
    lines = ["Home", "The boats stayed in all day long", "Reply", "Nobody went out before the evening", "Contact us"]
    assert marks(lines, "The boats stayed in all day long\nNobody went out before the evening") == [0, 1, 0, 1, 0]


def test_a_button_whose_word_a_sentence_holds_is_not_content():
    lines = ["Reply", "I shall reply to him when I can", "Reply"]
    assert marks(lines, "I shall reply to him when I can") == [0, 1, 0]


def test_of_equal_lines_the_one_beside_other_content_is_marked():
    lines = ["A day at the river", "Menu", "News of today", "A day at the river", "The boats stayed in all day long"]
    assert marks(lines, "A day at the river\nThe boats stayed in all day long") == [0, 0, 0, 1, 1]


def test_a_line_of_which_the_gold_has_a_part_is_marked_by_that_share():
    lines = ["one two three four five six seven eight extra words"]
    share, words = label(lines, "one two three four five six seven eight")
    assert round(float(share[0]), 1) == 0.8
    assert words.tolist() == [10]


def test_paragraphs_the_gold_has_in_another_order_are_marked():
    first = "the first of the long paragraphs stands above the other one"
    second = "and the second of the paragraphs follows it on the page itself"
    assert marks([first, second], f"{second}\n{first}") == [1, 1]


def test_a_page_without_lines_or_gold_is_no_error():
    assert marks([], "gold") == []
    assert marks(["a line"], "") == [0]
