import json
import os
import pty
import subprocess

import pytest
from sqlalchemy import text

from tests.db.world import World, wait_until_somebody_waits

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


def test_addresses_are_shown_with_their_letters_and_given_in_json_as_they_are(mezmun, engine):
    escaped, letters = "http://a/%D8%A6%DB%87", "http://a/ئۇ"
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(escaped), text="A text of a page.")
    assert letters in mezmun("documents")[1]
    document = json.loads(mezmun("documents", "--json")[1])
    assert document["url"] == escaped
    assert letters in mezmun("show", document["id"])[2]
    assert escaped in mezmun("show", document["id"], "--json")[1]


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


def test_a_database_that_goes_away_amid_the_work_is_one_sentence(program, surroundings, engine):
    end_others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with engine.connect() as connection:
        connection.exec_driver_sql("LOCK TABLE documents")
        process = subprocess.Popen([program, "documents"], **surroundings, stderr=subprocess.PIPE, text=True)
        wait_until_somebody_waits(engine)
        connection.exec_driver_sql(f"{end_others} AND datname = current_database()")
        err = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert err.startswith("mezmun: The database does not go on (")
    assert err.endswith("). Mend it, and run the command again.\n")


def test_a_narrow_terminal_cuts_titles_and_then_addresses(program, surroundings, engine):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(f"http://a/{'long-' * 9}end"), title="A day at sea " * 9)
    terminal, its_end = pty.openpty()
    surroundings["env"]["COLUMNS"] = "80"
    subprocess.run([program, "documents"], **surroundings, stdout=its_end, check=True)
    heading, _, line, total = os.read(terminal, 10_000).decode().splitlines()
    os.close(its_end)
    os.close(terminal)
    assert (heading.split(), len(line)) == (["id", "site", "language", "characters", "title", "URL"], 80)
    assert line.split(maxsplit=3) == ["1", "news", "4", "A day at se…  http://a/long-long-long-long-long…"]
    assert total == "1 of 1 document"
