from datetime import timedelta

from db.monitoring.site_history import site_days
from tests.db.world import NOW, World


def test_the_documents_of_a_day_are_counted_by_their_language(engine):
    with engine.begin() as connection:
        world = World(connection)
        for number, language in enumerate(("ug", "ug", "zh", None)):
            fetch = world.fetched(f"http://a/{number}", body=b"<p>%d" % number)
            world.store(fetch, text=f"text {number}", language=language)
        (day,) = site_days(connection, since=NOW - timedelta(days=1))["news"].values()
    assert day.languages == {"ug": 2, "zh": 1, "": 1}
    assert day.new_documents == 4
