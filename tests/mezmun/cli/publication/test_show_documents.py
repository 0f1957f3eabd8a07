import json

import pytest

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
