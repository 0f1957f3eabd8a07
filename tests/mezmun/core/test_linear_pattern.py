import pytest

from mezmun.core.linear_pattern import LinearPattern, LinearPatterns
from tests.growth import MOST, growth


def test_a_pattern_is_found_anywhere():
    assert LinearPattern(r"/\d+").found_in("http://example.org/5")
    assert not LinearPattern(r"^/\d+").found_in("http://example.org/5")


def test_letters_of_any_script_are_matched_and_folded():
    assert LinearPattern("/خەۋەر/").found_in("http://example.org/خەۋەر/1")
    assert LinearPattern("/ЖАҢЫ", ignore_case=True).found_in("/жаңы")
    assert not LinearPattern("/ЖАҢЫ").found_in("/жаңы")


@pytest.mark.parametrize("pattern", ["(", r"(x)\1", "(?!x)", "(?<=x)", "a{1,5000}"])
def test_what_could_not_be_linear_or_is_broken_is_refused_in_words(pattern, capfd):
    with pytest.raises(ValueError, match=r"\w"):
        LinearPattern(pattern)
    assert capfd.readouterr().err == ""


def test_time_grows_with_the_length_of_the_text():
    pattern = LinearPattern("(a*)*(a*)*b")
    assert growth(lambda text: pattern.found_in(text), "a" * 10_000, "a" * 80_000) < MOST


def test_patterns_are_found_together_as_they_are_alone():
    patterns = [LinearPattern("^a"), LinearPattern("B", ignore_case=True), LinearPattern("B"), LinearPattern("c$|d$")]
    together = LinearPatterns(patterns)
    for text in ("", "abc", "b", "B", "xad", "cd\n", "a|d"):
        assert together.found_in(text) == {place for place, each in enumerate(patterns) if each.found_in(text)}
    assert LinearPatterns([]).found_in("abc") == frozenset()


def test_patterns_that_are_too_large_together_are_refused_in_words(capfd):
    with pytest.raises(ValueError, match="200 regular expressions are too large together"):
        LinearPatterns([LinearPattern(f"{number}[a-zа-яا-ي]{{900}}") for number in range(200)])
    assert capfd.readouterr().err == ""


def test_time_of_many_patterns_grows_with_the_length_of_the_text():
    together = LinearPatterns([LinearPattern("(a*)*(a*)*b"), LinearPattern(".*a.*a.*c"), LinearPattern("a+$")])
    assert growth(lambda text: together.found_in(text), "a" * 10_000, "a" * 80_000) < MOST
