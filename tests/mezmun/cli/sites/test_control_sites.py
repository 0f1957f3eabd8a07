"""``mezmun sites pause|resume|now|backfill`` as an operator runs them."""

from db.access.audit import COMMAND_LINE, list_changes
from db.crawling.found_pages import FoundPage, add_pages
from tests.db.world import World

UNREAD = "no crawl has read its file yet.\n"


def test_a_site_is_paused_resumed_and_made_due(mezmun, engine, database_url):
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//"}
    with engine.begin() as connection:
        World(connection).site("news")
        rows = [("", "listing", 0), ("archive/3", "listing", 4), ("a", "content", 1)]
        links = [FoundPage("news", f"http://a/{path}", role, cost=cost) for path, role, cost in rows]
        add_pages(connection, links, now=World.now)
        connection.exec_driver_sql("UPDATE pages SET next_due_at = now() + interval '9 days'")
        connection.exec_driver_sql("UPDATE sites SET next_due_at = now() + interval '9 days'")

    def state():
        with engine.connect() as connection:
            site = connection.exec_driver_sql("SELECT paused_at IS NOT NULL, next_due_at <= now() FROM sites").one()
            due = connection.exec_driver_sql("SELECT count(*) FROM pages WHERE next_due_at <= now()").scalar_one()
        return (*site, due)

    assert mezmun("sites", "pause", "news", **settings)[:2] == (0, "news is paused.\n")
    assert state() == (True, False, 0)
    notice = "mezmun: news is paused: `mezmun sites resume news` lets it be crawled.\n"
    assert mezmun("sites", "now", "news", **settings) == (0, "news is due now.\n", notice)
    assert mezmun("sites", "resume", "news", **settings)[0] == 0
    assert mezmun("sites", "now", "news", **settings) == (0, "news is due now.\n", "")
    assert state() == (False, True, 1)
    assert mezmun("sites", "backfill", "news", **settings)[1] == "2 lists of news are due now.\n"
    assert state() == (False, True, 2)
    with engine.connect() as connection:
        changes = [(row.operator, row.action, row.subject, row.detail) for row in list_changes(connection)]
    assert changes == [
        (COMMAND_LINE, "back-fill site", "news", {"pages": 2}),
        (COMMAND_LINE, "run site", "news", {"pages": 1}),
        (COMMAND_LINE, "resume site", "news", {}),
        (COMMAND_LINE, "run site", "news", {"pages": 1}),
        (COMMAND_LINE, "pause site", "news", {}),
    ]
    code, _, err = mezmun("sites", "pause", "none", **settings)
    assert (code, err) == (1, f"mezmun: There is no site 'none' in the database: it was taken down, or {UNREAD}")


def test_whoever_makes_a_site_due_that_has_no_file_any_more_is_told_so(mezmun, engine, database_url, tmp_path):
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//", "sites_dir": str(tmp_path / "files")}
    with engine.begin() as connection:
        World(connection).site("news")
    assert mezmun("sites", "now", "news", **settings) == (0, "news is due now.\n", "")  # this machine has no files
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "renamed.yaml").write_text("seeds: [http://a/]")
    notice = "mezmun: news has no site file: `mezmun crawler` leaves it alone.\n"
    assert mezmun("sites", "now", "news", **settings) == (0, "news is due now.\n", notice)
    (tmp_path / "files" / "renamed.yaml").rename(tmp_path / "files" / "news.yaml")
    assert mezmun("sites", "now", "news", **settings) == (0, "news is due now.\n", "")
