from datetime import timedelta

import pytest
from sqlalchemy import text

from db.access.audit import OperatorAction, list_changes, log_change
from db.access.operators import SESSION_TIME, begin_session, end_session, session_of, set_operator
from db.access.tables import AccessRole
from mezmun.core.errors import InvalidInputError


def test_a_session_is_kept_as_a_hash_and_ends(world):
    set_operator(world.connection, "one", AccessRole.VIEWER, "hash", now=world.now)
    cookie = begin_session(world.connection, "one", now=world.now)
    assert session_of(world.connection, cookie, now=world.now).role is AccessRole.VIEWER
    assert cookie not in str(world.connection.execute(text("SELECT * FROM operator_sessions")).all())
    assert session_of(world.connection, cookie, now=world.now + SESSION_TIME) is None
    end_session(world.connection, cookie)
    assert session_of(world.connection, cookie, now=world.now) is None
    begin_session(world.connection, "one", now=world.now)
    begin_session(world.connection, "one", now=world.now + SESSION_TIME + timedelta(seconds=1))
    assert world.connection.scalar(text("SELECT count(*) FROM operator_sessions")) == 1


@pytest.mark.parametrize("name", ["", " ", "gulnar ", "gul\x00nar", "gul\nnar"])
def test_a_name_that_nobody_could_type_is_refused(world, name):
    with pytest.raises(InvalidInputError, match="is no name to sign in with"):
        set_operator(world.connection, name, AccessRole.VIEWER, "hash", now=world.now)


def test_changes_are_listed_newest_first(world):
    for number in range(3):
        log_change(world.connection, "one", OperatorAction.EXPORT, str(number), now=world.now)
    rows = list_changes(world.connection, limit=2)
    assert [row.subject for row in rows] == ["2", "1"]
    assert [row.subject for row in list_changes(world.connection, before=rows[-1].id)] == ["0"]
