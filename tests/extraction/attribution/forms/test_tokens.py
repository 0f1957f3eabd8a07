import pytest

from extraction.attribution.forms.tokens import letters_of_roles, tokenise
from extraction.lexicon.terms import TermRole


def shape(line: str, language: str = "und") -> str:
    """The kinds of a line's tokens, with a role instead of each term's own character."""
    roles = {letter: role for role in TermRole for letter in letters_of_roles(role)}
    return " ".join(roles.get(kind, kind) for kind in tokenise(line, language).kinds)


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("By Aygul Example", "by N N"),
        ("BY AL EXAMPLE", "by N N"),
        ("by Aygul van den Example", "by N name-particle name-particle N"),
        ("By A. B. Example.", "by N N N ."),
        ("on 3/5/12; 10:33 PM", "at d | t"),
        ("on January 29", "at D"),
        ("13:10 Uhr, Anna", "t | N"),
        ("um 13.10 Uhr", "at t"),
        ("12:19:30 PM PST by Jim", "t by N"),
        ("1.10 Euro", "# . # N"),
        ("By May all was done", "by N n n n"),
        ("时间:2020-01-01来源:河谷网", "date : d source : k"),
        ("（責任編輯 余淩）", "( person _ K )"),
        ("بۇ يازمىنىAygulدە2012-09-10 10:29قايتا", "post d t edited"),
        ("ﺋﺎﭘﺘﻮﺭ: ئايگۈل", "person : u"),
        ("अंतिम बार", "last"),
        ("মাহমুদ হোসেন", "u u"),
        ("ரமேஷ் குமார்", "u u"),
        ("works :)", "n |"),
        ("E-mail: 12", "N : #"),
    ],
)
def test_a_line_is_cut_into_terms_days_times_signs_and_words(line: str, tokens: str) -> None:
    assert shape(line) == tokens


def test_the_longest_term_counts() -> None:
    assert shape("last edited by Aygul") == "edited-by N"
    assert shape("last word") == "last n"


def test_a_term_with_any_ending_is_one_word() -> None:
    assert shape("Publié par Anna Berg", "fr") == "written-by N N"


def test_a_preposition_is_a_term_on_pages_of_its_language_alone() -> None:
    assert shape("Door Chain", "nl") == shape("Door Chain") == "preposition N"
    assert shape("Door Chain", "en") == "N N"


def test_tokens_of_folded_ligatures_lie_where_they_stand_in_the_line() -> None:
    line = "ﻻﻻ: 2012-03-05"
    cut = tokenise(line)
    assert [line[a:b] for a, b in zip(cut.starts, cut.stops, strict=True)] == ["ﻻﻻ", ":", "2012-03-05"]


def test_tokens_lie_where_they_stand_in_the_line() -> None:
    line = "Posted by Aygül on İstanbul's 5 March 2012, 12:30"
    cut = tokenise(line)
    assert [line[a:b] for a, b in zip(cut.starts, cut.stops, strict=True)][-3:] == ["5 March 2012", ",", "12:30"]
