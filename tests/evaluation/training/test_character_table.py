import unicodedata

import numpy as np
import pytest

from evaluation.training import character_table
from extraction.page import characters


@pytest.mark.skipif(unicodedata.unidata_version != character_table.UNICODE, reason="it knows other characters")
def test_the_shipped_table_is_what_python_knows_of_characters():
    assert np.array_equal(characters.CLASSES, character_table.classes())
    assert np.array_equal(characters.SMALL, character_table.small())
    assert character_table.packed() == characters.FILE.read_bytes()


def test_every_character_of_the_table_has_one_row():
    assert len(characters.CLASSES) == len(characters.SMALL) == characters.CASED
    assert characters.CLASSES[ord("7")] == characters.Class.SEEN | characters.Class.DIGIT | characters.Class.LETTER
    assert characters.SMALL[ord("Ж")] == ord("ж")
