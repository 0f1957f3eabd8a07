from db.publication.versions import text_of_version, versions_of


def test_versions_are_listed_newest_first_and_are_the_pages_own(world):
    fetch = world.fetched()
    world.store(fetch, "one")
    world.store(fetch, "two", method_version="2")
    newest, oldest = versions_of(world.connection, 1)
    assert (newest.method_version, oldest.method_version) == ("2", "1")
    assert text_of_version(world.connection, 1, oldest.id) == "one"
    assert text_of_version(world.connection, 2, oldest.id) is None
