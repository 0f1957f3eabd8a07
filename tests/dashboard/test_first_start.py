import pytest

from dashboard.access.passwords import is_right
from dashboard.first_start import FIRST_OPERATOR, make_first_operator, set_password
from db.access.operators import secret_hash_of
from db.access.tables import AccessRole
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError


def hash_of(engine, name):
    with engine.connect() as connection:
        return secret_hash_of(connection, name)


def test_only_the_first_start_makes_an_operator(engine):
    password = make_first_operator(engine, utc_now)
    assert is_right(hash_of(engine, FIRST_OPERATOR), password)
    assert make_first_operator(engine, utc_now) is None


def test_a_password_is_changed_and_a_short_one_refused(engine):
    set_password(engine, "one", AccessRole.VIEWER, "twelve letters", utc_now, by="test")
    with pytest.raises(InvalidInputError):
        set_password(engine, "one", AccessRole.VIEWER, "short", utc_now, by="test")
    assert is_right(hash_of(engine, "one"), "twelve letters")
