import json

from db.access.audit import list_changes
from db.publication.access_tokens import scopes_of
from mezmun.core.clock import utc_now


def test_a_token_is_made_listed_and_revoked(mezmun, engine):
    code, token, err = mezmun("token", "create", "search-index", "--days", 7)
    assert (code, err) == (0, "")

    def valid():
        with engine.connect() as connection:
            return scopes_of(connection, token.strip(), now=utc_now()) is not None

    assert valid()
    code, listed, _ = mezmun("token", "list")
    assert code == 0
    assert "search-index" in listed
    assert token.strip() not in listed
    code, listed, _ = mezmun("token", "list", "--json")
    line = json.loads(listed)
    assert (line["id"], line["name"], line["scopes"], line["revoked_at"]) == (
        1,
        "search-index",
        ["documents:read"],
        None,
    )
    assert line["expires_at"] > line["created_at"]
    assert mezmun("token", "revoke", 1)[:2] == (0, "The token 1 is revoked.\n")
    assert not valid()
    with engine.connect() as connection:
        changes = [(row.action, row.subject, row.detail) for row in list_changes(connection)]
    assert changes == [("revoke token", "1", {}), ("make token", "search-index", {"days": 7})]
    code, _, err = mezmun("token", "create", "")
    assert (code, err) == (2, "mezmun: A token needs a name that tells its program, and at least one scope.\n")
    code, _, err = mezmun("token", "revoke", 9)
    assert (code, err) == (1, "mezmun: There is no token 9; `mezmun token list` has them.\n")
