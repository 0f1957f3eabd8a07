import pytest

from mezmun.core import settings
from mezmun.core.errors import ConfigurationError


@pytest.fixture(autouse=True)
def _fresh(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    settings.load.cache_clear()
    yield
    settings.load.cache_clear()


def test_the_default_is_embedded():
    loaded = settings.load()
    assert loaded.database_url is None
    assert loaded.broker_url is None


def test_a_wrong_value_is_one_sentence_with_the_variables_name(monkeypatch):
    monkeypatch.setenv("MEZMUN_MAX_PAGE_BYTES", "many")
    with pytest.raises(ConfigurationError, match="MEZMUN_MAX_PAGE_BYTES"):
        settings.load()


def test_a_child_reads_the_same_settings_from_its_environment(monkeypatch):
    changed = settings.Settings(queue_prefix="other", page_time_limit=5, _env_file=None)
    for name, value in changed.as_environment().items():
        monkeypatch.setenv(name, value)
    assert settings.load() == changed
