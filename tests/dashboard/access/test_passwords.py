import pytest

from dashboard.access.passwords import FREE_TRIES, Throttle, hash_password, is_right
from mezmun.core.errors import InvalidInputError


@pytest.mark.slow
def test_a_password_is_kept_as_a_slow_hash():
    hashed = hash_password("twelve letters")
    assert hashed.startswith("$argon2id$")
    assert is_right(hashed, "twelve letters")
    assert not is_right(hashed, "twelve lettres")
    assert not is_right(None, "twelve letters")
    assert not is_right("nonsense", "x")


def test_a_short_password_is_refused():
    with pytest.raises(InvalidInputError, match="needs 12"):
        hash_password("eleven char")


def test_waiting_begins_after_some_failures_and_ends_with_the_right_password():
    throttle = Throttle()
    for _ in range(FREE_TRIES - 1):
        throttle.note("a", right=False)
    assert throttle.wait("a") == 0
    throttle.note("a", right=False)
    assert 0 < throttle.wait("a") <= 1
    assert throttle.wait("b") == 0
    throttle.note("a", right=True)
    assert throttle.wait("a") == 0
