import json

import numpy as np
import pytest

from extraction.methods.template_svm import SupportVectorMachine, blocks, packaged
from extraction.page.node_table import parse


def features(html, noise=None):
    page = parse(html)
    return blocks(page, np.zeros(len(page.text), dtype=bool) if noise is None else noise(page))


def test_the_five_features_of_a_page_worked_out_by_hand():
    # body: 20 characters of text with one comma, 2 links with 4 characters each, 4 elements (body p a a);
    # div: 10 characters with one full stop, 2 elements (div b). The page: 30 characters outside links.
    html = "<body><p>aaaaaaaaa,aaaaaaaaaa<a>link</a><a>link</a></p><div>bbb<b>bbbbbb.</b></div></body>"
    cut = features(html)
    assert cut.features.round(3).tolist() == [
        [round(21 / 5, 3), round(9 / 29, 3), round(3 / 5, 3), round(2 / 21, 3), round(21 / 31, 3)],
        [round(11 / 3, 3), round(1 / 11, 3), round(1 / 3, 3), round(2 / 11, 3), round(11 / 31, 3)],
    ]
    assert cut.block_of.tolist() == [0, 0, 0, 1, 1]


def test_an_inner_blocks_text_is_not_the_outer_ones():
    cut = features("<div>aa<section>bbb<div>cccc</div></section>dd</div>")
    assert cut.block_of.tolist() == [0, 1, 2, 0]
    assert (cut.features[:, 4] * 12).round().tolist() == [5, 4, 5]


def test_template_noise_counts_nowhere():
    html = "<div>aaaa<p>noise</p></div><div>noise</div>"
    cut = features(html, lambda page: np.array([text == "noise" for text in page.text]))
    assert cut.block_of.tolist() == [0, -1, -1]
    assert cut.features[0, 4] == 1


def test_marks_of_every_script_are_punctuation():
    assert features("<p>ئا، ئە؟</p>").features[0, 3] == pytest.approx(3 / 7)
    assert features("<p>新闻。</p>").features[0, 3] == pytest.approx(2 / 4)


def test_the_decision_is_the_kernel_sum():
    machine = SupportVectorMachine(
        np.array([0.0, 1.0]), np.array([1.0, 2.0]), np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([1.0, -2.0]), 0.5, 0.3
    )
    point = np.exp([[0.5, 2.0]])  # scaled: 0.5, 0.5
    assert machine.decide(point)[0] == pytest.approx(np.exp(-0.3 * 0.5) - 2 * np.exp(-0.3 * 0.5) + 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["svm", "template-svm"])
def test_the_model_is_data_and_reads_back_as_it_was(method):
    model = packaged(method)
    again = SupportVectorMachine.from_json(json.loads(json.dumps(model.to_json())))
    sample = np.random.default_rng(1).uniform(0.01, 50, (20, 5))
    assert np.allclose(model.decide(sample), again.decide(sample))


@pytest.mark.parametrize("method", ["svm", "template-svm"])
def test_running_text_is_content_and_a_menu_is_not(method):
    sentence = "It was said, before the end of the year, that this was not what they had wanted to do. "
    menu = "".join(f"<li><a href=/{i}>Entry {i}</a></li>" for i in range(30))
    cut = features(f"<div><ul>{menu}</ul></div><div>{''.join(f'<p>{sentence * 3}</p>' for _ in range(6))}</div>")
    assert (packaged(method).decide(cut.features) > 0).tolist() == [False, True]


def test_a_page_without_text_has_no_blocks():
    cut = features("<div></div>")
    assert cut.features.shape == (0, 5)
    assert packaged("svm").decide(cut.features).shape == (0,)
