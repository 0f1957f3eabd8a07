import pytest

from mezmun.core.errors import ConfigurationError
from mezmun.core.page_limits import PageLimits
from mezmun.core.settings import Settings


def test_the_limits_are_those_of_the_settings(monkeypatch):
    monkeypatch.delenv("MEZMUN_MAX_PAGE_BYTES", raising=False)
    assert PageLimits.of_environment() == PageLimits(Settings().max_page_bytes, Settings().page_time_limit)
    monkeypatch.setenv("MEZMUN_MAX_PAGE_BYTES", "900")
    monkeypatch.setenv("MEZMUN_PAGE_TIME_LIMIT", "2.5")
    assert PageLimits.of_environment() == PageLimits(Settings().max_page_bytes, Settings().page_time_limit)


def test_an_empty_variable_counts_as_not_set(monkeypatch):
    monkeypatch.setenv("MEZMUN_MAX_PAGE_BYTES", "")
    assert PageLimits.of_environment() == PageLimits()


@pytest.mark.parametrize("value", ["many", "0", "-1", "nan", "inf"])
@pytest.mark.parametrize("variable", ["MEZMUN_MAX_PAGE_BYTES", "MEZMUN_PAGE_TIME_LIMIT"])
def test_what_is_no_number_above_zero_is_named(monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=variable):
        PageLimits.of_environment()
