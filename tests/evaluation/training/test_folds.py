"""No model predicts a page of a site, or of a set, that it has learned from."""

from dataclasses import replace

import numpy as np

from evaluation.data.datasets import LabelledPage
from evaluation.training.examples import Example
from evaluation.training.folds import FOLDS, Folds, by_set, by_site, names_of
from extraction.model import features
from extraction.page.node_table import parse

PAGE = Example(
    *("a.example", ("s", "article"), "en", features.measure(parse("<p>Text"))),
    *(np.ones(1, dtype=np.float32), np.ones(1, dtype=np.int64), "Text"),
)


def page(site, group="s", language="en"):
    return replace(PAGE, site=site, group=(group, "article"), language=language)


def test_all_pages_of_a_site_are_in_one_fold():
    pages = [page(f"{site}.example", group) for site in range(60) for group in ("s", "t")]
    folds = by_site(pages)
    assert folds.of_page[::2] == folds.of_page[1::2]
    assert set(folds.of_page) == set(range(folds.count)) == set(range(FOLDS))


def test_languages_are_folds_of_their_own_and_english_sets_and_few_pages_stay_with_theirs():
    pages = [
        *(page(f"{n}.example", group) for n, group in enumerate("sstt")),
        *(page(f"{n}.example", group, "ug") for n, group in enumerate("st" * 5)),
        page("9.example", "t", "fr"),
    ]
    english_s, english_t, uyghur = range(3)
    expected = [*[english_s] * 2, *[english_t] * 2, *[uyghur] * 10, english_t]
    assert by_set(pages) == Folds(expected, ("s", "t", "ug"))


def test_the_fold_of_a_page_has_one_of_its_names(tmp_path):
    examples = [page("a.example", "s"), *(page(f"{n}.example", "t", "ug") for n in range(10))]
    pages = [LabelledPage(tmp_path / each.group[0], "1", None, each.language, None, each.site) for each in examples]
    for divide in (by_site, by_set):
        folds = divide(examples)
        for fold, labelled in zip(folds.of_page, pages, strict=True):
            (name,) = set(names_of(labelled)) & set(folds.names)
            assert folds.names[fold] == name


def test_a_site_that_has_one_page_in_a_fold_is_left_out_with_it():
    pages = [page("a.example", "s"), page("a.example", "t"), page("b.example", "t")]
    folds = by_set(pages)
    assert folds.sites(0, pages) == {"a.example"}
    assert folds.sites(1, pages) == {"a.example", "b.example"}
    assert folds.sites(-1, pages) == frozenset()
