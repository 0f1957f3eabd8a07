import json
import subprocess

import pytest
from sqlalchemy import text

from tests.db.world import World

pytestmark = pytest.mark.slow


def test_stored_documents_are_listed_and_shown(mezmun, engine):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched("http://a/1"), text="A text of a page.")
    code, out, err = mezmun("documents", "--json", "--full")
    assert code == 0, err
    document = json.loads(out)
    assert document["text"] == "A text of a page."
    code, out, err = mezmun("documents", "--json")
    assert code == 0, err
    code, out, err = mezmun("show", str(json.loads(out)["id"]), "--json")
    assert code == 0, err
    assert json.loads(out) == document


def test_a_document_that_goes_while_others_are_printed_is_printed_as_it_was(mezmun, program, surroundings, engine):
    longer_than_a_pipe_holds = "A long text. " * 80_000
    with engine.begin() as connection:
        world = World(connection)
        for number in range(3):
            world.store(world.fetched(f"http://a/{number}"), text=f"{number} {longer_than_a_pipe_holds}")
    listed = [json.loads(line)["id"] for line in mezmun("documents", "--json")[1].splitlines()]
    command = [program, "documents", "--json", "--full"]
    with subprocess.Popen(command, **surroundings, stdout=subprocess.PIPE, text=True) as process:
        printed = [json.loads(process.stdout.readline())["line"]["id"]]
        with engine.begin() as connection:  # while the second is waiting to be read from the pipe
            connection.execute(text("DELETE FROM documents WHERE page_id = :last"), {"last": listed[-1]})
        printed += [json.loads(line)["line"]["id"] for line in process.stdout]
    assert (process.returncode, printed) == (0, listed)
