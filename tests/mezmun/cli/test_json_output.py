from datetime import UTC, date, datetime

import pytest

from mezmun.cli.json_output import print_json


def test_an_object_is_a_line_with_its_letters_as_they_are_and_iso_times(capsys):
    print_json({"title": "خەۋەر", "at": datetime(2026, 11, 30, 8, tzinfo=UTC), "day": date(2026, 11, 30)})
    assert capsys.readouterr().out == ('{"title": "خەۋەر", "at": "2026-11-30T08:00:00+00:00", "day": "2026-11-30"}\n')


def test_what_json_has_no_form_for_is_refused():
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        print_json({"names": {"a"}})
