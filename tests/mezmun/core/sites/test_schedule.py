import itertools
import json
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files
from mezmun.core.sites.schedule import Schedule, written_interval
from mezmun.core.sites.site_schema import Site

NOW = datetime(2026, 3, 2, 7, 30, tzinfo=UTC)  # a Monday
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def moments(schedule: Schedule, count: int, site: str = "a", since: datetime = NOW) -> list[datetime]:
    """Give the moments from a time on."""
    return list(itertools.islice(schedule.next_moments(since - timedelta(seconds=1), site), count))


def load(tmp_path, schedule: str) -> Site:
    path = tmp_path / "a.yaml"
    path.write_text(f"kind: news\nseeds: ['http://a.example/']\nschedule: {schedule}\n")
    return site_files.load(path)


def test_an_interval_has_evenly_spaced_moments_another_row_for_each_site():
    schedule = Schedule(every=6 * HOUR)
    rows = [moments(schedule, 4, site) for site in ("a", "b")]
    assert all(later - earlier == 6 * HOUR for row in rows for earlier, later in itertools.pairwise(row))
    assert NOW <= rows[0][0] < NOW + 6 * HOUR
    assert rows[0][0] != rows[1][0]


def test_a_cron_expression_is_read_in_its_time_zone_also_when_the_clocks_change():
    schedule = Schedule(cron="0 6 * * *", zone="Europe/Berlin")
    summer = datetime(2026, 3, 28, 12, tzinfo=UTC)  # the clocks go forward in the next night
    assert moments(schedule, 2, since=summer) == [datetime(2026, 3, day, 4, tzinfo=UTC) for day in (29, 30)]
    assert moments(schedule, 1) == [datetime(2026, 3, 3, 5, tzinfo=UTC)]
    urumqi = Schedule(cron="30 9 * * 1-5", zone="Asia/Urumqi")
    assert moments(urumqi, 6)[-2:] == [datetime(2026, 3, day, 3, 30, tzinfo=UTC) for day in (9, 10)][-2:]


def test_a_moment_that_is_now_counts_and_one_a_second_ago_does_not():
    schedule = Schedule(cron="30 7 * * *")
    assert schedule.next_moment(NOW, "a") == NOW
    assert schedule.next_moment(NOW + timedelta(seconds=1), "a") == NOW + DAY


def test_jitter_parts_sites_and_days_and_stays_within_its_limit():
    schedule = Schedule(cron="0 6 * * *", jitter=30 * MINUTE)
    late = [
        moment - moment.replace(hour=6, minute=0, second=0)
        for site in ("a", "b", "c")
        for moment in moments(schedule, 20, site)
    ]
    assert all(timedelta() <= each < 30 * MINUTE for each in late)
    assert len(set(late)) > 50
    assert moments(schedule, 20) == moments(schedule, 20)


def test_the_unit_of_a_cron_expression_is_its_mean_interval():
    assert Schedule(cron="* * * * *").interval == MINUTE
    assert Schedule(cron="0 6,18 * * *").interval == 12 * HOUR
    office = Schedule(cron="0 9-17 * * 1-5")
    assert (office.shortest, round(office.interval / HOUR, 1)) == (HOUR, 3.6)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1m", {"every": MINUTE}),
        ("'*/5 * * * *'", {"cron": "*/5 * * * *"}),
        ("{cron: '0 6 * * *', zone: Asia/Urumqi, jitter: 20m}", {"cron": "0 6 * * *", "jitter": 20 * MINUTE}),
        ("{every: 1d, jitter: 2h}", {"every": DAY, "jitter": 2 * HOUR}),
    ],
)
def test_a_site_file_has_either_and_the_database_gives_it_back(tmp_path, text, values):
    site = load(tmp_path, text)
    assert {key: getattr(site.schedule, key) for key in values} == values
    assert Site.model_validate_json(json.dumps(site.model_dump(mode="json"))) == site


def test_an_interval_alone_is_written_as_it_always_was(tmp_path):
    assert load(tmp_path, "6h").model_dump(mode="json")["schedule"] == "PT6H"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("soon", "write an interval as a number and a unit"),
        ("30s", "write an interval as a number and a unit"),
        ("99999999999999w", "write an interval as a number and a unit"),
        ("0m", "once a minute at the most"),
        ("'0 25 * * *'", "is no cron expression"),
        ("'0 6 * *'", "write minute, hour, day, month and weekday"),
        ("'0 0 31 2 *'", "is no cron expression"),
        ("{cron: '0 6 * * *', zone: Urumqi}", "is no time zone"),
        ("{cron: '0 6 * * *', every: 1d}", "write either every or cron"),
        ("{jitter: 1h}", "write either every or cron"),
        ("{every: 1h, jitter: 1h}", "jitter must be shorter than 1:00:00"),
        ("{every: 1h, zone: Asia/Urumqi}", "zone is for cron"),
        ("{cron: '0 6 * * *', clock: utc}", "unknown key schedule.clock; known here: cron, every, jitter, zone"),
    ],
)
def test_a_wrong_schedule_is_one_sentence_with_file_and_line(tmp_path, text, sentence):
    with pytest.raises(ConfigurationError) as error:
        load(tmp_path, text)
    assert sentence in str(error.value)
    assert str(error.value).startswith(f"{tmp_path / 'a.yaml'}:3: ")
    assert "\n" not in str(error.value)


def test_a_schedule_of_neither_kind_is_refused():
    with pytest.raises(ValidationError):
        Schedule()


@pytest.mark.parametrize("text", ["1m", "90m", "5h", "36h", "1d", "10d", "2w"])
def test_an_interval_is_written_as_a_site_file_has_it(text):
    assert written_interval(Schedule.model_validate({"every": text}).interval) == text
