from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import text

from db.publication.access_tokens import Scope, list_tokens, make_token, revoke_token, scopes_of
from mezmun.core.errors import InvalidInputError
from tests.db.world import NOW


@pytest.fixture
def connection(engine):
    with engine.begin() as connection:
        yield connection


def test_a_token_is_kept_as_a_hash_only(connection):
    token = make_token(connection, "index", [Scope.DOCUMENTS], now=NOW)
    assert scopes_of(connection, token, now=NOW) == {Scope.DOCUMENTS}
    assert token not in str(connection.execute(text("SELECT * FROM api_tokens")).all())
    assert [(line.name, line.scopes) for line in list_tokens(connection)] == [("index", (Scope.DOCUMENTS,))]


def test_a_token_ends_when_it_is_revoked_and_when_its_time_is_over(connection):
    token = make_token(connection, "a", [Scope.DOCUMENTS], now=NOW)
    ending = make_token(connection, "b", [Scope.DOCUMENTS], now=NOW, expires_at=NOW + timedelta(days=1))
    revoke_token(connection, list_tokens(connection)[0].id, now=NOW)
    assert scopes_of(connection, token, now=NOW) is None
    assert scopes_of(connection, ending, now=NOW) is not None
    assert scopes_of(connection, ending, now=NOW + timedelta(days=1)) is None
    assert scopes_of(connection, "mezmun_guess", now=NOW) is None


def test_a_token_without_a_name_a_scope_or_time_is_refused(connection):
    for name, scopes, end in ((" ", [Scope.DOCUMENTS], None), ("a", [], None), ("a", [Scope.DOCUMENTS], NOW)):
        with pytest.raises(InvalidInputError):
            make_token(connection, name, scopes, now=NOW, expires_at=end)
    with pytest.raises(InvalidInputError, match="no token 7"):
        revoke_token(connection, 7, now=NOW)


def test_a_name_is_free_again_once_its_token_has_ended_or_is_revoked(connection):
    day = timedelta(days=1)
    make_token(connection, "index", [Scope.DOCUMENTS], now=NOW, expires_at=NOW + day)
    usable = list_tokens(connection)[0].id
    with pytest.raises(InvalidInputError, match=f"The token {usable} has the name 'index'.*token revoke {usable}"):
        make_token(connection, " index ", [Scope.DOCUMENTS], now=NOW)
    make_token(connection, "index", [Scope.DOCUMENTS], now=NOW + day)
    revoke_token(connection, list_tokens(connection)[1].id, now=NOW + day)
    make_token(connection, "index", [Scope.DOCUMENTS], now=NOW + day)
    assert [line.name for line in list_tokens(connection)] == ["index"] * 3


def test_of_two_that_make_a_token_of_one_name_at_once_one_is_refused(engine):
    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as first:
            make_token(first, "index", [Scope.DOCUMENTS], now=NOW)
            second = pool.submit(_make_in_own_transaction, engine)
            with pytest.raises(TimeoutError):
                second.result(0.3)
        with pytest.raises(InvalidInputError, match="has the name 'index'"):
            second.result(30)


def _make_in_own_transaction(engine):
    with engine.begin() as connection:
        make_token(connection, "index", [Scope.DOCUMENTS], now=NOW)
