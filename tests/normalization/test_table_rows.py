from pathlib import Path

import pytest

from normalization.table_rows import TableError, mapping_of, rows_of


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "words.tsv"


def test_a_row_has_a_cell_for_each_column(table: Path) -> None:
    table.write_text('term\tlanguage\nnext\ten\n"weiter"\t\n', encoding="utf-8")

    assert rows_of(table, "term", "language") == [("next", "en"), ('"weiter"', "")]


def test_comments_are_no_rows_but_words_with_a_hash_are(table: Path) -> None:
    table.write_text("# Why.\nterm\n# More.\n#1\n", encoding="utf-8")

    assert rows_of(table, "term") == [("#1",)]


def test_a_first_row_in_the_place_of_the_columns_is_an_error(table: Path) -> None:
    """The first word of such a table would be lost in silence."""
    table.write_text("next\ten\nnächste\tde\n", encoding="utf-8")

    with pytest.raises(TableError, match=r"words\.tsv: the columns are next, en; they must be term, language\."):
        rows_of(table, "term", "language")


def test_an_empty_table_has_no_columns(table: Path) -> None:
    table.write_text("", encoding="utf-8")

    with pytest.raises(TableError, match="they must be term"):
        rows_of(table, "term")


@pytest.mark.parametrize("row", ["next", "next\ten\tx", ""])
def test_a_row_with_other_cells_is_named_by_its_line(table: Path, row: str) -> None:
    table.write_text(f"# Why.\nterm\tlanguage\nnext\ten\n{row}\n", encoding="utf-8")

    with pytest.raises(TableError, match=r"words\.tsv, line 4: it has \d cells?"):
        rows_of(table, "term", "language")


def test_a_row_with_a_word_that_nobody_reads_is_named_by_its_line(table: Path) -> None:
    table.write_text("# Why.\nterm\trole\nby\tby\n# More.\nvon\tbye\n", encoding="utf-8")

    assert rows_of(table, "term", "role", words={"role": ("by", "bye")}) == [("by", "by"), ("von", "bye")]
    with pytest.raises(TableError, match=r"words\.tsv, line 5: 'bye' is none of at, by\."):
        rows_of(table, "term", "role", words={"role": ("by", "at")})


def test_last_cells_may_be_left_out_where_the_reader_allows_it(table: Path) -> None:
    table.write_text("message\tabout\tmatch\nnot found\tx\ngone\tx\twhole\n", encoding="utf-8")

    rows = rows_of(table, "message", "about", "match", least=2)

    assert rows == [("not found", "x", ""), ("gone", "x", "whole")]
    table.write_text("message\tabout\tmatch\nnot found\n", encoding="utf-8")
    with pytest.raises(TableError, match="line 2"):
        rows_of(table, "message", "about", "match", least=2)


def test_a_row_that_stands_twice_is_an_error(table: Path) -> None:
    """Comments beside it do not hide it, and a word may stand once for each language."""
    table.write_text("term\tlanguage\nnext\ten\nnext\tde\n# Again.\nnext\ten\n", encoding="utf-8")

    with pytest.raises(TableError, match=r"words\.tsv: the row \('next', 'en'\) stands twice; delete one of them\."):
        rows_of(table, "term", "language")


def test_a_word_has_one_meaning_in_a_mapping(table: Path) -> None:
    """Languages may share a word that means the same in each; another meaning would have no effect."""
    pairs = [("feb", 2), ("mar", 3), ("feb", 2)]

    assert mapping_of(table, pairs) == {"feb": 2, "mar": 3}
    with pytest.raises(TableError, match=r"words\.tsv: one row says of 'mar' 3, another 5; delete one of them\."):
        mapping_of(table, [*pairs, ("mar", 5)])
