import json

from tests.db.world import World


def test_documents_are_exported_and_a_wrong_format_is_one_sentence(mezmun, engine, tmp_path):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text", language="ug")
    code, out, _ = mezmun("export", "corpus", "--language", "ug", "--since", "2020-01-01", "--format", "text")
    assert (code, out) == (0, "1 document in corpus, 0 left out.\n")
    manifest = json.loads((tmp_path / "corpus" / "manifest.json").read_text())
    assert manifest["options"]["languages"] == ["ug"]
    code, _, err = mezmun("export", "other", "--format", "docx")
    assert code == 2
    assert err.startswith("mezmun: There is no export format 'docx'")
    code, _, err = mezmun("export", "other", "--site", "nowhere")
    assert (code, err.splitlines()[-1]) == (1, "mezmun: There is no site 'nowhere' in the database.")
    assert not (tmp_path / "other").exists()
