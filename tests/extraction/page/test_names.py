from pathlib import Path

from extraction.page import names
from extraction.page.names import Match, Names, SignatureSubject, words_of
from normalization.table_rows import rows_of


def test_every_row_of_the_table_of_names_is_of_a_subject_and_read_as_it_says():
    rows = rows_of(Path(names.__file__).with_name("names.tsv"), "name", "match", "subject")
    subjects = {each.name.lower().replace("_", "-"): each for each in SignatureSubject} | {
        each.value: each for each in Names
    }
    assert len(rows) == len(set(rows))
    assert {subject for _, _, subject in rows} == set(subjects)
    for name, match, subject in rows:
        assert name == name.lower().strip()
        assert name in words_of(subjects[subject], Match(match))
    # The subjects of names are looked up by the letters of ASCII, and by their beginnings or as a whole.
    of_subjects = [word for subject in SignatureSubject for match in Match for word in words_of(subject, match)]
    assert all(word.isascii() and word.isalpha() for word in of_subjects)
    assert not any(words_of(subject, Match.ANYWHERE) for subject in SignatureSubject)
