import subprocess
import sys

from alembic.script import ScriptDirectory

from db.schema import tables_version


def test_the_revision_by_the_files_is_alembics_own():
    assert tables_version.head() == ScriptDirectory("migrations").get_current_head()


def test_who_asks_for_the_version_waits_for_no_alembic():
    code = "import sys, db.engine, services.resolver; print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
