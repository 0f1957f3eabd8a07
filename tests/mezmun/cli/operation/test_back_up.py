"""``mezmun backup`` and ``mezmun restore``."""


def test_an_installation_goes_into_a_folder_and_comes_back(mezmun, database_url, empty_database_url, tmp_path):
    code, out, err = mezmun("backup", "saved", database_url=database_url)
    assert (code, err) == (0, "")
    assert "0 raw pages" in out
    code, out, err = mezmun("restore", "saved", database_url=empty_database_url)
    assert (code, err) == (0, "")
    assert mezmun("db", "current", database_url=empty_database_url)[0] == 0
    assert mezmun("documents", "--json", database_url=empty_database_url)[0] == 0


def test_what_is_no_backup_is_one_sentence(mezmun, empty_database_url):
    code, _, err = mezmun("restore", "nowhere", database_url=empty_database_url)
    assert code == 1
    assert err == "mezmun: The folder nowhere holds no backup that `mezmun backup` has finished.\n"
