import re
import uuid
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from tests.db.world import World

DOCUMENTED = (Path(__file__).parents[3] / "docs" / "views.md").read_text(encoding="utf-8")
VIEWS = ("v_documents", "v_posts", "v_failures", "v_site_health", "v_counts")


def columns_in_documentation(view):
    """Give the names in the first cells of the view's first table."""
    table = re.search(r"\| column \|.*\n((?:\|.*\n)+)", DOCUMENTED.split(f"## `{view}`")[1])[1]
    return re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in table.splitlines()))


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_has_the_columns_that_are_documented(engine, view):
    with engine.connect() as connection:
        assert list(connection.execute(text(f"SELECT * FROM {view}")).keys()) == columns_in_documentation(view)


def test_the_queries_of_the_documentation_run(engine):
    queries = re.findall(r"^    (SELECT .*);$", DOCUMENTED, re.MULTILINE)
    assert len(queries) == len(VIEWS)
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text", language="ug")
        for query in queries:
            connection.execute(text(query))


def test_a_role_that_reads_the_views_reads_nothing_else(engine):
    role = f"reader_{uuid.uuid4().hex[:12]}"
    with engine.connect() as connection:
        transaction = connection.begin()
        world = World(connection)
        world.store(world.fetched(), "text")
        connection.execute(text(f"CREATE ROLE {role}"))
        for grant in re.findall(r"^    (GRANT .*) TO reader;$", DOCUMENTED, re.MULTILINE):
            connection.execute(text(f"{grant} TO {role}"))
        connection.execute(text(f"SET LOCAL ROLE {role}"))
        assert connection.scalar(text("SELECT text FROM v_documents")) == "text"
        for table in ("documents", "operators", "api_tokens", "fetches"):
            with pytest.raises(ProgrammingError, match="permission denied"), connection.begin_nested():
                connection.execute(text(f"SELECT * FROM {table}"))
        transaction.rollback()
