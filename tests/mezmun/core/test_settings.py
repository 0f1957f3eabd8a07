import re
from pathlib import Path

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


@pytest.mark.parametrize("in_file", [True, False], ids=["in .env", "in the environment"])
def test_an_empty_variable_counts_as_not_set(monkeypatch, tmp_path, in_file):
    """As compose files and units hand on what nobody has set."""
    for name in settings.Settings.model_fields:
        if in_file:
            with (tmp_path / ".env").open("a") as file:
                file.write(f"MEZMUN_{name.upper()}=\n")
        else:
            monkeypatch.setenv(f"MEZMUN_{name.upper()}", "")
    assert settings.load() == settings.Settings.model_construct()


def test_a_wrong_value_is_one_sentence_with_the_variables_name(monkeypatch):
    monkeypatch.setenv("MEZMUN_MAX_PAGE_BYTES", "many")
    with pytest.raises(ConfigurationError, match="MEZMUN_MAX_PAGE_BYTES"):
        settings.load()


def test_a_child_reads_the_same_settings_from_its_environment(monkeypatch):
    changed = settings.Settings(queue_prefix="other", page_time_limit=5, _env_file=None)
    for name, value in changed.as_environment().items():
        monkeypatch.setenv(name, value)
    assert settings.load() == changed


def test_every_variable_that_the_project_reads_is_known():
    """What only tests and builds read are no settings and no mistakes."""
    root = Path(__file__).parents[3]
    text = "".join(
        path.read_text(encoding="utf-8")
        for folder in (
            "crawler",
            "dashboard",
            "db",
            "docs",
            "evaluation",
            "extraction",
            "mezmun",
            "services",
            "workers",
        )
        for path in (root / folder).rglob("*")
        if path.suffix in {".py", ".md"}
    ) + (root / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bMEZMUN_[A-Z_]*[A-Z]\b", text))
    assert settings.unknown_variables(named) == {}
    assert {"MEZMUN_FEED_SECRET", "MEZMUN_DATABASE_URL", "MEZMUN_SIMULATED_DAYS"} <= named


def test_every_setting_is_in_the_manual_of_operators():
    manual = (Path(__file__).parents[3] / "docs" / "operator.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `MEZMUN_([A-Z_]+)` \|", manual, re.MULTILINE))
    assert rows == {name.upper() for name in settings.Settings.model_fields}
