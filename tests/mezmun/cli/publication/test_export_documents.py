import json
import os
import signal
import subprocess

from tests.db.world import World, wait_until_somebody_waits


def test_documents_are_exported_and_a_wrong_format_is_one_sentence(mezmun, engine, tmp_path):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text", language="ug")
    code, out, _ = mezmun("export", "corpus", "--language", "ug", "--since", "2020-01-01", "--format", "text")
    assert (code, out) == (0, "1 document in corpus.\n")
    manifest = json.loads((tmp_path / "corpus" / "manifest.json").read_text())
    assert manifest["options"]["languages"] == ["ug"]
    code, _, err = mezmun("export", "other", "--format", "docx")
    assert code == 2
    assert err.startswith("mezmun: There is no export format 'docx'")
    code, _, err = mezmun("export", "other", "--site", "nowhere")
    assert (code, err.splitlines()[-1]) == (1, "mezmun: There is no site 'nowhere' in the database.")
    assert not (tmp_path / "other").exists()


def test_it_says_what_was_left_out_and_why(mezmun, engine):
    with engine.begin() as connection:
        world = World(connection)
        for number in (1, 2):
            world.store(world.fetched(f"http://a/{number}", b"%d" % number), "the same text")
    assert mezmun("export", "corpus", "--dedupe")[:2] == (0, "1 document in corpus, 1 left out: duplicate.\n")


def test_an_export_that_ctrl_c_stops_says_how_to_go_on(mezmun, program, surroundings, engine, tmp_path):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text")
    with engine.connect() as connection:
        connection.exec_driver_sql("LOCK TABLE extractions")
        command = [program, "export", "corpus"]
        process = subprocess.Popen(command, **surroundings, stderr=subprocess.PIPE, text=True)
        wait_until_somebody_waits(engine)
        process.send_signal(signal.SIGINT)
        connection.rollback()
    err = process.communicate(timeout=60)[1]
    assert (process.returncode, err) == (130, "Stopped. The same command goes on from here.\n")
    assert mezmun("export", "corpus")[:2] == (0, "1 document in corpus.\n")


def test_an_export_without_a_document_ends_with_a_code_of_its_own_and_one_of_changes_does_not(mezmun, engine):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text", language="ug")
    code, out, err = mezmun("export", "chinese", "--language", "zh")
    assert (code, out) == (3, "0 documents in chinese.\n")
    assert err.splitlines()[-1] == "mezmun: No document is as it was asked for."
    assert mezmun("export", "corpus")[0] == 0
    assert mezmun("export", "update", "--changed-since", "corpus")[:2] == (0, "0 documents in update.\n")


def test_the_name_of_a_folder_that_is_no_utf_8_is_printed_as_it_is(program, surroundings, tmp_path):
    surroundings["env"]["PYTHONIOENCODING"] = "utf-8"  # strict, as in a locale of a language
    command = [program, "export", b"corpus\xff"]
    done = subprocess.run(command, **surroundings, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (3, b"0 documents in corpus\xff.\n"), done.stderr
    assert (tmp_path / os.fsdecode(command[2])).is_dir()
