import gzip
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from evaluation.benchmark.system_choice import choose
from evaluation.benchmark.systems import Source, source
from evaluation.data.datasets import read_set
from evaluation.data.phrases import read_phrase_pages
from evaluation.errors import EvaluationError
from evaluation.training import fold_models, mezmun_training
from evaluation.training.examples import Example, examples_of, site_of
from evaluation.training.fitting import fit_forest, learning
from evaluation.training.fold_models import UnseenMethods
from evaluation.training.folds import by_set, by_site
from evaluation.training.held_out import held_out_phrases, held_out_scores
from extraction import extract
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


@pytest.mark.parametrize(
    ("site", "domain"),
    [
        ("news.one.co.uk", "one.co.uk"),
        ("blog.one.ad.jp", "one.ad.jp"),
        ("one.com-letters", "one.com"),
        ("one.com.2023.01.letters-1119", "one.com"),
        ("blog.one.gov.jm-investment", "one.gov.jm"),
        ("one.news", "one.news"),
        ("0551", "0551"),
        ("127.0.0.1", "127.0.0.1"),
        ("one-board", "one-board"),
    ],
)
def test_sites_are_registered_domains(labelled, site, domain):
    assert site_of(replace(labelled.pages[0], site=site)) == domain


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


@pytest.fixture(scope="module")
def models_of_folds(examples, tmp_path_factory):
    """A folder with the models of all folds."""
    folder = tmp_path_factory.mktemp("models") / "folds"
    trees = dict.fromkeys(mezmun_training.TREES, 20)
    trained = mezmun_training.train(examples, by_site(examples), lambda _: None, trees=trees)
    fold_models.save(trained.of_folds, folder)
    return folder, trained.held_out


@pytest.mark.slow
def test_a_page_is_extracted_by_the_model_that_has_not_learned_from_its_site(labelled, examples, models_of_folds):
    folder, held_out = models_of_folds
    methods = UnseenMethods.read(folder)
    for page, example, expected in zip(labelled.pages, examples, held_out, strict=True):
        judged = extract(page.body().decode(), method=methods.method_for(page)).selected.probability
        assert judged == pytest.approx(expected, abs=1e-6)
        folds = by_site([example])
        assert methods.method_for(page) is methods.methods[folds.names[folds.of_page[0]]]
    with pytest.raises(EvaluationError, match="left out"):
        UnseenMethods({}).method_for(labelled.pages[0])


@pytest.mark.slow
def test_the_whole_text_of_sites_not_learned_from_is_measured(labelled, models_of_folds):
    (unseen, _), _ = choose(["mezmun"], unseen=models_of_folds[0])
    assert (unseen.name, unseen.version) == ("mezmun-unseen", mezmun.MEZMUN.version)
    text = unseen.load()
    assert [text(source(page)) for page in labelled.pages[:9]] == [page.gold() for page in labelled.pages[:9]]
    with pytest.raises(EvaluationError, match="may have learned"):
        text(Source("<p>x", None, None))


def test_a_folder_without_the_models_of_all_folds_is_refused(tmp_path):
    fold_models.save({"ug": mezmun.shipped(), "fr": mezmun.shipped()}, tmp_path)
    (tmp_path / "fr.npz").unlink()
    with pytest.raises(EvaluationError, match="--keep-folds"):
        UnseenMethods.read(tmp_path)


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """Twelve pages of as many sites, whose box of names in sentences looks like text: phrases say that it is none."""
    folder = tmp_path_factory.mktemp("phrases") / "segments"
    (folder / "html").mkdir(parents=True)
    chance = random.Random(4)
    rows = []
    for number in range(12):
        texts = [" ".join(chance.choices(WORDS, k=14)).capitalize() + ", and more." for _ in range(4)]
        story = "".join(f"<p>{text}</p>" for text in texts[:2])
        html = f"<div class=story>{story}</div><div class=teasers><p>{texts[2]}</p><p>{texts[3]}</p></div>"
        (folder / "html" / f"marked-{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        keep, leave = [texts[0][:40]], [texts[2][:40]]
        rows.append({"id": f"marked-{number}", "site": f"marked{number}.example", "keep": keep, "leave": leave})
    (folder / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_phrase_pages(folder)


def test_of_a_page_with_phrases_only_the_lines_that_hold_one_are_learned_from(labelled, marked):
    steps = []
    examples = examples_of(labelled.pages[:3], steps.append, marked[:1])
    assert sum(steps) == 4
    whole, partial = examples[0], examples[-1]
    assert partial.content.tolist() == [True, False, False, False]
    assert partial.taught.tolist() == [True, False, True, False]
    assert partial.kind is None
    assert not partial.augmented
    lines = learning([whole, partial])
    assert (lines.weight[lines.edge[1] :] > 0).tolist() == [True, False, True, False]
    assert (lines.weight[: lines.edge[1]] > 0).all()


def test_phrases_of_a_page_with_gold_text_are_measured_and_not_learned_from(labelled, marked, tmp_path):
    page = labelled.pages[0]
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / f"{page.id}.html.gz").write_bytes(page.html_path.read_bytes())
    row = {"id": page.id, "keep": ["no such words"], "leave": ["all rights reserved"]}
    (tmp_path / "index.jsonl").write_text(json.dumps(row))
    (example,) = examples_of([page], lambda _: None, read_phrase_pages(tmp_path))
    assert example.taught.all()
    assert example.phrases.keep == ("no such words",)
    scores = held_out_phrases([example], [np.ones(len(example.share), dtype=np.float32)])
    assert scores == {"all": {"pages": 1, "precision": 0.0, "recall": 0.0, "f1": 0.0}}


@pytest.mark.slow
def test_phrases_teach_what_no_gold_text_says(labelled, marked):
    trees = dict.fromkeys(mezmun_training.TREES, 20)
    scores = {}
    for name, learned in (("with", marked), ("without", ())):
        examples = examples_of(labelled.pages, lambda _: None, learned)
        trained = mezmun_training.train(examples, by_site(examples), lambda _: None, trees)
        assert list(held_out_scores(examples, trained, lambda _: None)) == [
            "made harder: names or words hidden",
            "made harder: short articles",
            "small article en",
        ]
        (judged,) = examples_of([], lambda _: None, marked[-1:])
        values = trained.model.judge(parse(marked[-1].page.body().decode()))
        scores[name] = values.probability[judged.labelled & ~judged.content]
        if learned:
            phrases = held_out_phrases(examples, trained.held_out)
            assert phrases["all"] == phrases["without gold text"]
            assert phrases["all"]["pages"] == 12
            assert phrases["all"]["f1"] > 0.9
    assert scores["with"].max() < 0.2 < scores["without"].min()


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


def test_a_tree_in_which_no_question_helped_is_a_tree():
    chance = np.random.default_rng(1)
    table = chance.normal(size=(5000, 12)).astype(np.float32)
    content = table[:, 0] + table[:, 1] * table[:, 2] + chance.normal(size=5000) > 0
    names = [str(number) for number in range(12)]
    forest, importance = fit_forest(table, names, content, chance.random(5000), 40)
    assert forest.value.shape == (40, 64)
    assert np.isinf(forest.threshold[0]).any()
    assert set(importance) == set(names)
