"""The commands that look at what is configured and stored, as a user runs them."""

import json
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from kombu import Connection

from db.crawling import heartbeats
from db.crawling.heartbeats import LiveProcess, ProcessKind
from mezmun.core.clock import utc_now
from tests.db.world import World

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[4] / "sites" / "examples"


def test_the_examples_of_site_files_are_right(mezmun):
    code, out, err = mezmun("sites", "check", str(EXAMPLES))
    assert (code, out, err) == (0, "3 right, 0 wrong.\n", "")


def test_a_wrong_site_file_is_named_with_its_line(mezmun, tmp_path):
    (tmp_path / "wrong.yaml").write_text("kind: news\nseeds: []\n", encoding="utf-8")
    code, out, err = mezmun("sites", "check", "wrong.yaml")
    assert (code, out) == (1, "0 right, 1 wrong.\n")
    assert "wrong.yaml:2" in err


def test_sites_that_begin_with_the_same_address_are_named(mezmun, tmp_path):
    for name, more in (("sea", ""), ("lake", ""), ("old", "enabled: false\n")):
        (tmp_path / f"{name}.yaml").write_text(
            f"kind: news\nseeds: [http://a.example/, http://a.example/{name}/]\n{more}"
        )
    doubt = "The sites lake, sea begin with the same address, http://a.example/, and each crawls it."
    assert mezmun("sites", "check", str(tmp_path)) == (0, "3 right, 0 wrong.\n", f"{doubt}\n")
    code, out, _ = mezmun("sites", "check", "--json", str(tmp_path))
    assert (code, json.loads(out)) == (0, {"sites": ["lake", "old", "sea"], "faults": [], "doubts": [doubt]})


def test_sites_are_listed_for_machines(mezmun):
    code, out, _ = mezmun("sites", "list", "--json", sites_dir=str(EXAMPLES))
    assert code == 0
    assert sorted(json.loads(line)["name"] for line in out.splitlines()) == ["blog", "forum", "news"]


def test_the_doctor_names_the_settings_that_are_set_and_no_empty_one(mezmun):
    values = {"contact": "me@example.org", "alert_webhook": "", "database_url": "postgresql://me@127.0.0.1:1/x"}
    code, out, _ = mezmun("doctor", "--json", **values)
    (says,) = (finding["detail"] for finding in map(json.loads, out.splitlines()) if finding["what"] == "settings")
    assert {"MEZMUN_CONTACT", "MEZMUN_DATABASE_URL"} <= set(says.split(", "))
    assert (code, "MEZMUN_ALERT_WEBHOOK" in says) == (1, False)


def test_the_doctor_reports_a_setting_that_does_not_exist(mezmun):
    code, out, _ = mezmun("doctor", "--json", no_such_setting="1", database_url="postgresql://me@127.0.0.1:1/x")
    findings = {finding["what"]: finding for finding in map(json.loads, out.splitlines())}
    assert code == 1
    assert not findings["settings"]["fine"]
    assert "MEZMUN_NO_SUCH_SETTING" in json.dumps(findings["settings"])
    assert not findings["database"]["fine"]


def test_the_doctor_misses_workers_while_a_crawler_lives(mezmun, engine, database_url):
    def processes():
        _, out, _ = mezmun("doctor", "--json", database_url=database_url)
        return next(each for each in map(json.loads, out.splitlines()) if each["what"] == "processes")

    def beat(kind):
        now = utc_now()
        with engine.begin() as connection:
            heartbeats.beat(connection, LiveProcess(uuid4(), kind, "a", 1, now, now + timedelta(minutes=5)))

    assert processes()["detail"] == "0 crawlers and 0 workers live"
    beat(ProcessKind.CRAWLER)
    assert (processes()["fine"], processes()["detail"][:16]) == (False, "No worker lives,")
    beat(ProcessKind.WORKER)
    assert processes() == {"what": "processes", "fine": True, "detail": "1 crawler and 1 worker live"}


def test_the_doctor_fails_while_a_site_is_down(mezmun, engine, database_url):
    with engine.begin() as connection:
        World(connection).site("news")
        connection.exec_driver_sql("UPDATE sites SET failures = 9")
    code, out, _ = mezmun("doctor", "--json", database_url=database_url)
    (health,) = (each for each in map(json.loads, out.splitlines()) if each["what"] == "health")
    assert (code, health["fine"]) == (1, False)
    assert health["detail"] == "1 alert of news: `mezmun health` says what is wrong."


@pytest.mark.slow
def test_the_doctor_says_of_all_that_needs_the_database_that_it_is_away(mezmun):
    away = {"database_url": "postgresql://postgres@127.0.0.1:9/none", "broker_url": "amqp://127.0.0.1:9//"}
    code, out, err = mezmun("doctor", "--json", **away)
    findings = {line["what"]: line for line in map(json.loads, out.splitlines())}
    assert [findings[name]["fine"] for name in ("database", "broker", "processes", "health")] == [False] * 4
    assert findings["health"]["detail"].startswith("The database ")
    assert (code, err) == (1, "")
    lines = mezmun("doctor", **away)[1].splitlines()
    assert [line for line in lines if findings["database"]["detail"] in line] == [
        f"WRONG  database:    {findings['database']['detail']}"
    ]
    assert "WRONG  health:      the same as of the database" in lines


@pytest.mark.parametrize("command", ["documents", "crawler", "worker"])
def test_a_command_without_its_database_says_so_in_one_sentence(mezmun, command):
    broker = {"broker_url": "amqp://guest:guest@127.0.0.1:1//"}
    code, out, err = mezmun(command, database_url="postgresql://me@127.0.0.1:1/x", **broker)
    assert (code, out) == (1, "")
    assert err.startswith("mezmun: The database")
    assert len(err.splitlines()) == 1


def test_a_worker_whose_broker_refuses_it_ends_with_a_sentence(mezmun, database_url, broker_url):
    with Connection(broker_url) as connection:
        wrong = connection.clone(password="wrong").as_uri(include_password=True)
    code, _, err = mezmun("worker", database_url=database_url, broker_url=wrong)
    assert code == 1
    assert "mezmun: The broker lets nobody in as MEZMUN_BROKER_URL says" in err
    assert "Traceback" not in err


def test_a_crawler_without_a_folder_of_sites_says_so(mezmun, database_url):
    code, _, err = mezmun("crawler", database_url=database_url, sites_dir="nowhere")
    assert (code, err) == (1, "mezmun: There is no folder nowhere of site files: make it, or set MEZMUN_SITES_DIR.\n")


def test_status_says_that_the_broker_is_away(mezmun, database_url):
    code, _, err = mezmun("status", database_url=database_url, broker_url="amqp://guest:guest@127.0.0.1:1//")
    assert code == 0
    assert "mezmun: The broker does not answer" in err
    assert "Crawlers go on, and what they fetch waits for it." in err


def test_an_empty_installation_says_so(mezmun, database_url, tmp_path):
    (tmp_path / "sites").mkdir()
    assert mezmun("failures", database_url=database_url)[1] == "No page came to nothing.\n"
    assert mezmun("failures", "--json", database_url=database_url)[1] == ""
    assert mezmun("sites", "list")[1].startswith("There is no site in sites yet: `mezmun sites add URL`")
