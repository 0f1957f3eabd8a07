import pytest

from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.terms import UNSPACED_SCRIPTS, terms


@pytest.mark.parametrize("trait", LanguageTrait)
def test_every_trait_is_that_of_a_language(trait: LanguageTrait) -> None:
    assert languages_with(trait)


def test_the_languages_without_spaces_are_those_of_the_scripts_without_spaces() -> None:
    with_terms = {term.language for term in terms() if term.script in UNSPACED_SCRIPTS}
    plain = {language.partition("-")[0] for language in languages_with(LanguageTrait.UNSPACED)}

    assert plain <= with_terms
