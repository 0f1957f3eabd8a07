import pytest

from evaluation.errors import EvaluationError
from evaluation.normalization.mask_accuracy import labelled_lines, measure_masks, mistakes


def table(tmp_path, *rows):
    path = tmp_path / "lines.tsv"
    path.write_text("\n".join(["kind\ttext", *rows]) + "\n", encoding="utf-8")
    return path


def test_a_mask_is_right_when_kind_beginning_and_end_are_those_labelled(tmp_path):
    lines = labelled_lines(
        table(
            tmp_path,
            "e-mail\t⟦a@example.org⟧, ⟦b@example.org⟧",
            "e-mail\twrite ⟦to c@example.org⟧",
            "e-mail\t⟦nobody⟧",
            "e-mail\tno address",
        )
    )
    (figure,) = [each for each in measure_masks(lines) if each.kind == "e-mail"]
    assert (figure.right_lines, figure.wrong_lines) == (3, 1)
    assert (figure.precision, figure.recall) == (round(2 / 3, 4), 0.5)
    assert [masked for _, masked in mistakes(lines)] == ["write to [e-mail]", "nobody"]


def test_a_sign_in_a_row_stands_for_the_break_between_a_label_and_its_value(tmp_path):
    (line,) = labelled_lines(table(tmp_path, "handle\tQQ:␤⟦441872018⟧"))
    assert line.text == "QQ:\n441872018"
    assert not list(mistakes([line]))


@pytest.mark.parametrize("row", ["postcode\t830001", "phone", "phone\t"])
def test_a_row_without_a_known_kind_and_a_text_is_refused_by_its_number(tmp_path, row):
    with pytest.raises(EvaluationError, match="Line 2"):
        labelled_lines(table(tmp_path, row))


def test_a_table_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EvaluationError, match="cannot be read: No such file or directory"):
        labelled_lines(tmp_path / "lines.tsv")
