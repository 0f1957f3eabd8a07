import gzip
import os
from pathlib import Path

import pytest

from evaluation.errors import EvaluationError
from evaluation.normalization.letter_shapes import in_alphabet, in_forms
from evaluation.normalization.measurement import kind_of_line, measure
from evaluation.normalization.normalizer_training import train
from normalization import normalize
from normalization.languages.trigrams import unpack

CLEAN = "بىز ھەر كۈنى مەكتەپكە بېرىپ ياخشى دەرس ئوقۇيمىز"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (in_forms(CLEAN), "presentation-form lines"),
        (in_alphabet(CLEAN, "two-letter"), "two-letter lines"),
        (in_alphabet(CLEAN, "duldul"), "Duldul-family lines"),
        (CLEAN, "clean lines of the same pages"),
        ("هذا الكتاب موجه إلى كل من يريد أن يتعلم", None),
    ],
)
def test_lines_are_sorted_by_their_letters(line, kind):
    assert kind_of_line(line) == kind


def test_text_in_forms_and_alphabets_is_read_as_it_was():
    assert normalize(in_forms(CLEAN)).text == CLEAN
    for name in ("two-letter", "duldul", "duldul-sad", "kazakh-keyboard"):
        assert normalize(in_alphabet(CLEAN, name)).text == CLEAN


@pytest.mark.slow
def test_the_models_are_trained_on_a_folder_of_text(tmp_path):
    (tmp_path / "ug.txt").write_text(f"{CLEAN}\n" * 6, "utf-8")
    (tmp_path / "ar_news.txt.gz").write_bytes(gzip.compress("هذا الكتاب موجه إلى كل من يريد\n".encode() * 30))
    packed = train(tmp_path)
    assert {"ug", "ug-duldul", "ar"} <= set(unpack(packed["trigrams.npz"]).models)
    (tmp_path / "ug.txt").unlink()
    with pytest.raises(EvaluationError, match="must hold text of Uyghur"):
        train(tmp_path)


@pytest.mark.skipif("MEZMUN_LABELLED_DATA" not in os.environ, reason="needs the labelled data")
def test_every_encoding_is_decoded():
    figures = list(measure(Path(os.environ["MEZMUN_LABELLED_DATA"])))
    ours = next(figure for figure in figures if figure.table == "encodings" and figure.system == "mezmun")
    assert ours.value == ours.count
