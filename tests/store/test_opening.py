import pytest

from mezmun.core.errors import ConfigurationError
from store.opening import open_store


def test_a_file_url_is_a_folder_and_another_scheme_is_refused(tmp_path):
    assert open_store(f"file://{tmp_path}/with%20space").root == tmp_path / "with space"
    with pytest.raises(ConfigurationError, match=r"gs://bucket.*s3://bucket/prefix"):
        open_store("gs://bucket/prefix")


def test_a_store_whose_package_is_not_installed_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "boto3", None)
    monkeypatch.delitem(__import__("sys").modules, "store.object_store", raising=False)
    with pytest.raises(ConfigurationError, match=r"boto3.*mezmun\[s3\]"):
        open_store("s3://bucket/prefix")
