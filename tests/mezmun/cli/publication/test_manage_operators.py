from db.access.operators import secret_hash_of


def test_an_operator_is_set_and_a_wrong_role_or_password_refused(mezmun, engine):
    code, out, err = mezmun("operator", "set", "one", "--role", "viewer", "--password", "twelve letters")
    assert (code, out) == (0, "one may sign in as viewer.\n"), err
    with engine.connect() as connection:
        assert secret_hash_of(connection, "one").startswith("$argon2id$")
    assert mezmun("operator", "set", "one", "--password", "short")[0] == 1
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
