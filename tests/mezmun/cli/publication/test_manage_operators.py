import json

from db.access.operators import begin_session, secret_hash_of, session_of
from mezmun.core.clock import utc_now


def test_an_operator_is_set_and_a_wrong_role_or_password_refused(mezmun, engine):
    code, out, err = mezmun("operator", "set", "one", "--role", "viewer", "--password", "twelve letters")
    assert (code, out) == (0, "one may sign in as viewer.\n"), err
    with engine.connect() as connection:
        assert secret_hash_of(connection, "one").startswith("$argon2id$")
    assert mezmun("operator", "set", "one", "--password", "short")[0] == 2
    code, _, err = mezmun("operator", "set", "one", "--role", "king", "--password", "x")
    assert code == 2
    assert "'king' is not one of 'viewer', 'operator'." in err


def test_without_a_terminal_the_password_is_a_line_of_standard_input(mezmun, engine):
    code, out, err = mezmun("operator", "set", "two", answer="twelve letters\n")
    assert (code, out, err) == (0, "two may sign in as operator.\n", "")
    with engine.connect() as connection:
        assert secret_hash_of(connection, "two").startswith("$argon2id$")
    code, out, err = mezmun("operator", "set", "three")
    assert (code, out) == (2, "")
    assert err == "mezmun: There is no password: give it as the first line of standard input, or with --password.\n"


def test_who_may_sign_in_is_listed_and_removed(mezmun, engine):
    for name in ("one", "two"):
        mezmun("operator", "set", name, "--password", "twelve letters")
    assert [line.split()[:2] for line in mezmun("operator", "list")[1].splitlines()[2:]] == [
        ["one", "operator"],
        ["two", "operator"],
    ]
    with engine.begin() as connection:
        cookie = begin_session(connection, "one", now=utc_now())
    assert mezmun("operator", "remove", "one") == (0, "one may sign in no more.\n", "")
    with engine.connect() as connection:
        assert session_of(connection, cookie, now=utc_now()) is None
        actions = connection.exec_driver_sql("SELECT action, subject FROM audit_log ORDER BY id").all()
    assert actions[-1] == ("remove operator", "one")
    assert [json.loads(line)["name"] for line in mezmun("operator", "list", "--json")[1].splitlines()] == ["two"]
    code, _, err = mezmun("operator", "remove", "one")
    assert (code, err) == (1, "mezmun: Nobody signs in as 'one'; `mezmun operator list` says who may.\n")
