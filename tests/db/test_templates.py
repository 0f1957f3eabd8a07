import random
from concurrent.futures import ThreadPoolExecutor

from db import fetch_outcomes, takedown, templates
from mezmun.core.outcomes import Outcome
from store.raw_store import FolderStore
from tests.db.world import NOW, World


def add(word):
    def step(state):
        return {"version": state["version"] + 1, "words": [*state.get("words", []), word]}

    return step


def test_the_first_state_is_a_version_alone_and_what_is_learned_is_kept(world):
    world.site()
    assert templates.load_template(world.connection, "news") is None
    templates.learn(world.connection, "news", add("bir"), now=NOW)
    templates.learn(world.connection, "news", add("ikki\0"), now=NOW)
    assert templates.load_template(world.connection, "news") == {"version": 2, "words": ["bir", "ikki"]}


def test_only_a_version_that_is_not_known_yet_is_read(world):
    world.site()
    templates.learn(world.connection, "news", add("bir"), now=NOW)
    assert templates.load_template(world.connection, "news", known=1) is None
    assert templates.load_template(world.connection, "news", known=2) is not None


def test_each_site_has_its_own(world):
    world.site("one")
    world.site("two")
    templates.learn(world.connection, "one", add("bir"), now=NOW)
    assert templates.load_template(world.connection, "two") is None


def test_two_who_learn_at_once_lose_nothing(engine):
    """Both begin while there is no row yet, and each adds 25 words."""
    with engine.begin() as connection:
        World(connection).site()

    def work(name):
        for number in range(25):
            with engine.begin() as connection:
                templates.learn(connection, "news", add(f"{name}{number}"), now=NOW)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, "ab"))
    with engine.connect() as connection:
        state = templates.load_template(connection, "news")
    assert state["version"] == 50
    assert set(state["words"]) == {f"{name}{number}" for name in "ab" for number in range(25)}


def test_workers_and_takedowns_of_pages_wait_for_each_other_in_no_ring(engine, tmp_path):
    store = FolderStore(tmp_path)
    with engine.begin() as connection:
        world = World(connection)
        fetches = {f"http://a/{number:02}": world.fetched(f"http://a/{number:02}", b"same") for number in range(20)}

    def work(seed):
        for fetch_id in random.Random(seed).sample(list(fetches.values()), len(fetches)):
            with engine.begin() as connection:
                outcome = World(connection).store(fetch_id, f"text of {fetch_id}")
                fetch_outcomes.record_outcome(connection, fetch_id, outcome, at=NOW)
                if outcome is not Outcome.TAKEN_DOWN:
                    templates.learn(connection, "news", add(str(fetch_id)), now=NOW)

    orders = [random.Random(seed).sample(list(fetches), 10) for seed in (3, 4)]

    def take_down(urls):
        for url in urls:
            with engine.begin() as connection:
                takedown.take_down_page(connection, store, url, now=NOW)

    with ThreadPoolExecutor(4) as pool:
        for one in [*(pool.submit(work, seed) for seed in (1, 2)), *(pool.submit(take_down, urls) for urls in orders)]:
            one.result()
    with engine.connect() as connection:
        words = templates.load_template(connection, "news").get("words", [])
    assert {str(fetches[url]) for urls in orders for url in urls}.isdisjoint(words)
