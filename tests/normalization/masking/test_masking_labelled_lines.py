"""Labelled lines of each kind, right and wrong, are the measure of the masks."""

import pytest

from evaluation.normalization.mask_accuracy import labelled_lines, measure_masks, mistakes
from normalization.masking import MASKS, mask, possible_masks
from normalization.rules import Rule

LINES = labelled_lines()
FIGURES = {figure.kind: figure for figure in measure_masks(LINES)}
KNOWN_MISTAKES = {
    "LINE: hanako_88",  # "line" is a word of every other text
    "LINE：kettle77",
    "ICQ: history",  # one word in small letters is what a name may be as well
    "usb 3-2.1: 480-512-1024",  # in the groups of a telephone number
    "order 555-123-4567",  # by telephone, or of a number
    "т. 123-45-67",  # "т." stands before volumes as well
    "VXlily2013",
    "Lunch @ noon.today",
    "Call me on oh seven seven double oh nine hundred four five one two",  # no word for zero but "oh"
    "call me at five five five one two three four five six seven",  # it counts
    "llámame al seis uno dos tres cuatro cinco seis siete ocho",
    "snap kettle_77",  # "snap" is a word, too
    "Skype ID – peter.hollings",  # no digit and no underscore
    "instagram filters_2018",  # of software, with a year
    "my discord is Kettle Moon#4418",  # of two words
    "Passport to Paris 1944187",
    "Snapchat gul.snaps ekle",
    "Signal gul.44",  # without a colon, as a number of decimals stands
    "wxanar_8844",
    "gul@example,com",
    "代购VX yiliniunai",
    "gg 10482217",  # two letters that mean much else
    "cell lines 293-441",  # "cell" is a telephone, too
    "Discord 44180 (stable)",  # a release, in the digits of a short number
    "БСН 050140001234",  # a company's, in the groups of a telephone number in China
    "我的邮箱 lisi 在 example 点 cn",  # words of every other line
    "emre et ornek nokta com",  # "order at" is read out so, too
}


@pytest.mark.parametrize("kind", FIGURES)
def test_precision_and_recall_of_each_mask_are_at_least_98_in_100(kind):
    assert min(FIGURES[kind].precision, FIGURES[kind].recall) >= 0.98, FIGURES[kind]


@pytest.mark.parametrize("kind", FIGURES)
def test_there_are_forty_lines_right_and_forty_wrong_of_each_kind(kind):
    assert min(FIGURES[kind].right_lines, FIGURES[kind].wrong_lines) >= 40


def test_every_line_is_masked_as_it_is_labelled():
    assert {line.text for line, _ in mistakes(LINES)} == KNOWN_MISTAKES


def test_the_masks_that_may_change_some_lines_are_all_that_change_one():
    lines = [line.text for line in labelled_lines()]
    possible = possible_masks(lines, MASKS)
    for line, masks in zip(lines, possible, strict=True):
        assert list(mask(line, masks)) == list(mask(line, MASKS)), line
    assert {each for masks in possible for each in masks} == set(MASKS)
    with_a_date, with_a_colon = possible_masks(["a (b) of 2024-05-12", "the second: line"], MASKS)
    assert [each.rule for each in with_a_date] == [Rule.IDENTITY_NUMBER, Rule.PHONE]
    assert with_a_colon == []
