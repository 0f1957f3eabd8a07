import random

import numpy as np
import pytest

from evaluation.data.datasets import read_set
from evaluation.errors import EvaluationError
from evaluation.training import svm_training

MENU = "<div><a href=/>Home</a> <a href=/news>All the news of the town</a></div>"
FOOT = "<div>All that is written here belongs to the town and to nobody else.</div>"


def text_of(*seed):
    """Give ten words that no other page has."""
    chance = random.Random(repr(seed))
    return " ".join("".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(10))


@pytest.fixture
def pages(write_set):
    """Sixteen pages of four sites, each with a story, an advert of its own, and its site's menu and foot."""
    return read_set(
        write_set(
            "towns",
            *(
                {
                    "id": f"{site}-{number}",
                    "site": f"{site}.example",
                    "html": f"{MENU}<div><p>{text_of(site, number)}.</p></div>"
                    f"<div>{text_of(site, number, 'advert')}</div>{FOOT}",
                    "gold": f"{text_of(site, number)}.",
                }
                for site in range(4)
                for number in range(4)
            ),
        )
    ).pages


def test_a_block_is_labelled_by_its_words_and_weighed_by_their_number(pages):
    examples = svm_training.examples(pages[:1], lambda _: None)["svm"]
    assert examples.content.tolist() == [False, True, False, False]
    assert examples.weight**2 == pytest.approx([8, 11, 11, 14])
    assert examples.features.shape == (4, 5)


def test_the_second_machine_learns_from_pages_without_what_their_site_repeats(pages):
    examples = svm_training.examples(pages, lambda _: None)
    assert (len(examples["svm"].content), examples["svm"].content.sum()) == (16 * 4, 16)
    assert (len(examples["template-svm"].content), examples["template-svm"].content.sum()) == (16 * 2, 16)


def test_the_template_is_that_of_the_sites_other_pages(pages):
    alone = svm_training.examples(pages[:1], lambda _: None)["template-svm"]
    assert len(alone.content) == 4


def test_pages_without_noise_teach_nothing(write_set):
    pages = read_set(write_set("bare", {"id": "a", "html": "<p>One two.</p>", "gold": "One two."})).pages
    with pytest.raises(EvaluationError, match="nothing to learn from"):
        svm_training.examples(pages, lambda _: None)


@pytest.mark.slow
def test_the_grid_finds_a_machine_that_parts_what_can_be_parted():
    chance = np.random.default_rng(2)
    content = np.arange(120) % 2 == 0
    features = np.exp(chance.normal(size=(120, 5)) * 0.2 + np.where(content, 1.0, -1.0)[:, None])
    examples = svm_training.Examples(features, content, np.ones(120), np.arange(120) // 6)
    steps = []
    trained = svm_training.train(examples, steps.append)
    assert trained.accuracy == 1.0
    assert ((trained.machine.decide(features) > 0) == content).all()
    assert len(steps) == len(svm_training.GRID_C) * len(svm_training.GRID_GAMMA)
    assert svm_training.train(examples, steps.append).machine.to_json() == trained.machine.to_json()
