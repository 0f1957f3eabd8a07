import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from extraction.native import library

SOURCES = Path(str(files("extraction"))) / "native"


def test_a_library_of_other_sources_is_refused(tmp_path):
    for path in SOURCES.glob("*.[ch]"):
        shutil.copy(path, tmp_path)
    library.check(library.load(), tmp_path)
    (tmp_path / "walk.c").write_text("/* changed */")
    with pytest.raises(ImportError, match="another version"):
        library.check(library.load(), tmp_path)
