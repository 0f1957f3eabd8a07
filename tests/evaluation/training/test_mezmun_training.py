import gzip
import json
import random

import numpy as np
import pytest

from evaluation.data.datasets import read_set
from evaluation.errors import EvaluationError
from evaluation.training import mezmun_training
from evaluation.training.examples import Example, examples_of, site_of
from evaluation.training.folds import by_set, by_site
from evaluation.training.held_out import held_out_scores
from extraction.model import features, mezmun
from extraction.page.node_table import parse

WORDS = [
    "river",
    "mill",
    "boat",
    "water",
    "stone",
    "bridge",
    "evening",
    "morning",
    "wind",
    "road",
    "market",
    "house",
    "field",
    "animal",
    "winter",
    "summer",
]


@pytest.fixture(scope="module")
def labelled(tmp_path_factory):
    """Sixty small pages of twenty sites, each site with names and boxes of its own."""
    folder = tmp_path_factory.mktemp("sites") / "small"
    (folder / "html").mkdir(parents=True)
    (folder / "gold").mkdir()
    chance = random.Random(3)
    rows = []
    for site in range(20):
        box = chance.choice(["content", "story", "post-body"])
        for number in range(3):
            sentences = [
                " ".join(chance.choices(WORDS, k=chance.randint(9, 25))).capitalize() + ", and more."
                for _ in range(chance.randint(3, 8))
            ]
            menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in chance.sample(WORDS, 6))
            html = f"<ul class=menu>{menu}</ul><div class={box}>" + "".join(f"<p>{text}</p>" for text in sentences)
            html += f"</div><div class=footer>Copyright {number} of site {site}, all rights reserved.</div>"
            name = f"{site}-{number}"
            (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(html.encode()))
            (folder / "gold" / f"{name}.txt").write_text("\n".join(sentences))
            rows.append({"id": name, "site": f"site{site}.example", "kind": "article", "lang": "en"})
    (folder / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_set(folder)


@pytest.fixture(scope="module")
def examples(labelled):
    return examples_of(labelled.pages, lambda _: None)


def test_lines_are_labelled_by_the_gold(examples):
    assert len(examples) == 60
    for example in examples:
        marked = [text for text, content in zip(example.page.lines.text, example.content, strict=True) if content]
        assert "\n".join(marked) == example.gold


def test_sites_are_registered_domains(labelled):
    assert site_of(labelled.pages[0]) == "site0.example"


@pytest.mark.slow
def test_training_learns_to_recognise_content_on_sites_it_has_not_seen(examples, tmp_path):
    steps = []
    folds = by_site(examples)
    trained = mezmun_training.train(examples, folds, steps.append, trees=dict.fromkeys(mezmun_training.TREES, 20))
    assert sum(steps) == mezmun_training.steps(folds)
    scores = held_out_scores(examples, trained, lambda _: None)
    assert scores["small article en"]["lcs_f1"] > 0.95
    assert scores["small article en"]["best"] == pytest.approx(1)
    trained.model.save(tmp_path / "model.npz")
    assert set(trained.importance) == {"threads", "others", "general"}
    assert all(np.isclose(sum(importance.values()), 100, atol=1) for importance in trained.importance.values())
    again = mezmun.load(tmp_path / "model.npz")
    assert again.kinds.probability(np.zeros(0, dtype=np.intp)) == {"article": 1.0}


def test_where_no_page_is_left_to_learn_from_training_fails(examples):
    of_one_set = by_set(examples)
    with pytest.raises(EvaluationError, match="no page is left to learn from"):
        mezmun_training.train(examples, of_one_set, lambda _: None, trees=dict.fromkeys(mezmun_training.TREES, 4))


def test_comments_that_an_article_s_gold_text_holds_teach_nothing():
    texts = ["The river rose again on Monday, as it does. " * 3, "So it did here, and we stayed at home all day."]
    table = parse(f"<p>{texts[0]}</p><div class=comments><p>{texts[1]}</p></div>")
    page = features.measure(table)
    labels = np.ones(2, dtype=np.float32), np.array([9, 11])
    article, thread = (Example("a.example", ("s", kind), "en", page, *labels, "") for kind in ("mixed", "forum"))
    assert article.apart.tolist() == [False, True]
    assert not thread.apart.any()
