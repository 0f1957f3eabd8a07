from datetime import date

import pytest

from extraction.metadata.address_dates import before_move, in_address, in_stamp

HOST = "https://news.example.org"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2024/03/05/sea", "2024-03-05"),
        ("/sea-20240305.html", "2024-03-05"),
        ("/sea-05-03-2024", "2024-03-05"),
        ("/sea/202403051", None),
        ("/2024/sea", None),
    ],
)
def test_the_day_in_the_path_of_an_address_is_read(path, day):
    day_read = in_address(HOST + path)
    assert (day_read and day_read.value) == day


def test_only_days_that_are_wanted_count():
    assert in_address(f"{HOST}/2024/03/05/on-2024-04-01", {"2024-04-01"}).value == "2024-04-01"
    assert in_address(f"{HOST}/2024/03/05/sea", {"2024-04-01"}) is None


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/article/A2024030514320005196", "2024-03-05"),
        ("/view/20240305143200", "2024-03-05"),
        ("/article/20249305143200", None),
        ("/article/20240305993200", None),
        ("/web/20240305143200/http://news.example.com/sea", None),
        ("/web/20240305143200/http://news.example.com/view/20210203143200", "2021-02-03"),
    ],
)
def test_a_number_that_begins_with_day_and_time_tells_the_day_but_not_that_of_an_archive(path, day):
    day_read = in_stamp(HOST + path)
    assert (day_read and day_read.value) == day


def test_of_a_site_that_has_moved_the_folders_of_an_address_tell_the_day():
    assert before_move(f"{HOST}/2017/7/2/sea", date(2019, 6, 17)).value == "2017-07-02"
    assert before_move(f"{HOST}/2017/7/2/sea", date(2017, 7, 20)) is None
    assert before_move(f"{HOST}/2017/7/2/sea", date(2016, 7, 20)) is None
    assert before_move(f"{HOST}/sea-2017-7-2", date(2019, 6, 17)) is None
