from dataclasses import replace

from db.processing import fetch_outcomes, templates
from db.processing.templates import SavedTemplate
from mezmun.core.outcomes import Outcome
from tests.db.world import NOW

LEARNED = SavedTemplate(1, {"version": 1, "words": ["bir", "ikki"]}, "m", 10, 7, 0, NOW)


def test_a_site_without_a_template_is_at_the_beginning_and_what_is_saved_is_kept(world):
    world.site()
    world.site("other")
    assert templates.saved_template(world.connection, "news") == SavedTemplate()
    assert templates.save_template(world.connection, "news", LEARNED, before=SavedTemplate())
    assert templates.saved_template(world.connection, "news") == LEARNED
    assert templates.load_template(world.connection, "news", "m") == LEARNED.state
    assert templates.load_template(world.connection, "other", "m") is None


def test_what_was_learned_for_one_method_is_nothing_for_another_but_its_version(world):
    world.site()
    assert templates.save_template(world.connection, "news", LEARNED, before=SavedTemplate())
    assert templates.load_template(world.connection, "news", "n") == {"version": 1}


def test_what_was_learned_from_an_older_state_than_the_saved_one_is_dropped(world):
    world.site()
    assert templates.save_template(world.connection, "news", LEARNED, before=SavedTemplate())
    assert not templates.save_template(world.connection, "news", replace(LEARNED, pages=20), before=SavedTemplate())
    newer = replace(LEARNED, version=2, last_fetch_id=9)
    assert templates.save_template(world.connection, "news", newer, before=LEARNED)
    assert not templates.save_template(world.connection, "news", replace(LEARNED, pages=20), before=LEARNED)
    assert templates.saved_template(world.connection, "news") == newer


def test_a_sample_has_each_page_once_in_the_order_of_fetches_and_no_list(world):
    crawl = world.crawl()
    fetches = [world.fetch(crawl, world.page(crawl, f"http://a/{n}"), b"<p>%d" % n).id for n in range(4)]
    world.fetch(crawl, world.page(crawl, "http://a/list"), b"<ul>", outcome=Outcome.LISTING)
    world.fetch(crawl, world.page(crawl, "http://a/gone"), status=404, outcome=Outcome.HTTP_ERROR)

    def ids(**options):
        return [
            one.id
            for one in templates.sample(world.connection, "news", **({"after": 0, "pages": 10, "size": 10} | options))
        ]

    assert ids() == fetches
    fetch_outcomes.record_outcome(world.connection, fetches[0], Outcome.EMPTY, at=NOW)
    assert ids(pages=3, size=3) == fetches[:3]
    assert ids(pages=4, size=2) == [fetches[1], fetches[3]]
    assert ids(pages=3, size=1) == [fetches[2]]
    assert ids(pages=3, size=3, after=fetches[2]) == fetches[3:]


def test_a_sample_of_a_site_with_too_few_pages_yet_ends_with_its_last_page(world):
    crawl = world.crawl()
    fetches = [world.fetch(crawl, world.page(crawl, f"http://a/{n}"), b"<p>%d" % n).id for n in range(5)]
    rows = templates.sample(world.connection, "news", after=fetches[0], pages=9, size=3)
    assert [(row.id, row.number) for row in rows] == [(fetches[3], 3), (fetches[4], 4)]


def test_fetches_read_with_an_older_version_are_outdated_behind_the_one_from_which_pages_are_renewed(world):
    crawl = world.crawl()
    fetches = [world.fetch(crawl, world.page(crawl, f"http://a/{n}"), b"<p>%d" % n).id for n in range(4)]
    for fetch_id, version in zip(fetches, (0, 0, 1, None), strict=True):
        fetch_outcomes.record_outcome(world.connection, fetch_id, Outcome.STORED, at=NOW, template_version=version)
    learned = replace(LEARNED, renewed_after=fetches[0])
    templates.save_template(world.connection, "news", learned, before=SavedTemplate())

    def outdated():
        return [one.fetch_id for one in templates.outdated_fetches(world.connection, "news", limit=9)]

    assert outdated() == [fetches[1]]
    assert [fetch_outcomes.fetch_to_process(world.connection, one).outdated for one in fetches] == [
        False,
        True,
        False,
        False,
    ]
    fetch_outcomes.renew_outcome(world.connection, fetches[1], Outcome.UNCHANGED, template_version=1)
    assert outdated() == []


def test_a_renewed_outcome_changes_between_text_and_no_text_only(world):
    fetch_id = world.fetched()
    fetch_outcomes.record_outcome(world.connection, fetch_id, Outcome.STORED, at=NOW, template_version=0)

    def renew(outcome):
        return fetch_outcomes.renew_outcome(world.connection, fetch_id, outcome, template_version=1)

    assert renew(Outcome.UNCHANGED) is Outcome.STORED
    assert renew(Outcome.FAILED) is Outcome.STORED
    assert renew(Outcome.EMPTY) is Outcome.EMPTY
    assert renew(Outcome.STORED) is Outcome.STORED
    fetch_outcomes.record_outcome(world.connection, fetch_id, Outcome.TAKEN_DOWN, at=NOW)
    assert renew(Outcome.STORED) is Outcome.TAKEN_DOWN
