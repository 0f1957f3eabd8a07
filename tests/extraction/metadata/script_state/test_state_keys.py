import pytest

from extraction.metadata.script_state.state_keys import KeyRole, keys_of


@pytest.mark.parametrize("role", KeyRole)
def test_every_role_has_keys_without_spaces(role: KeyRole) -> None:
    assert keys_of(role)
    assert not any(" " in key for key in keys_of(role))


def test_a_text_of_html_goes_before_other_forms_of_it() -> None:
    assert keys_of(KeyRole.BODY)[0] == "articleBody"
    assert keys_of(KeyRole.STRING).index("rendered") < keys_of(KeyRole.STRING).index("markdown")
