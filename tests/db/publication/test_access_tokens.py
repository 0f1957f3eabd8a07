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
