"""The table of identification, made of a source of CLD2 of a few groups."""

import io

import numpy as np
import pytest

from evaluation.errors import EvaluationError
from evaluation.normalization import ngram_tables
from evaluation.normalization.ngram_tables import pack_ngrams
from normalization.languages.ngrams import Ngrams

LANGUAGES = """
extern const char* const kLanguageToCode[kLanguageToCodeSize] = {
  "en",    // 0 ENGLISH
  "iw",    // 1 HEBREW
  "ru",    // 2 RUSSIAN
  "un",    // 3 UNKNOWN_LANGUAGE
};
extern const uint16 kPLangToLanguageLatn[256] = {
  UNKNOWN_LANGUAGE,      // 0
  ENGLISH,               // 1
};
extern const uint16 kPLangToLanguageOthr[256] = {
  UNKNOWN_LANGUAGE,      // 0
  HEBREW,                // 1
  RUSSIAN,               // 2
};
"""
POINTS = """
  static const uint8 kLgProbV2Tbl[kLgProbV2TblSize * 8] = {
    1,1,1,1,1, 1,1,1,     // [0]
    5,4,3,2,1, 5,3,1,     // [1]
  };
"""
TABLE = """
static const uint32 kTableKeyMask = 0xffff0000;    // Mask hash key
static const IndirectProbBucket4 kTable[1] = {{
   {{{{0xabcd0001,0xabcd0002,0xabcd0003,0x00000000}}}},\t// [000] {0}, {1}, {2}, --, 
}};
static const uint32 kTableInd[4] = {{
  // [0000]
  0x00000000, 0x00000101, 0x00010201, 0x00000201,   // -- -- 
}};
"""  # noqa: W291  # as the source has it
STATES = """
static const uint8 cld_generated_CjkUni[] = {
// state[0]
%s
};
"""


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setattr(ngram_tables, "_MIN_GROUPS", 1)
    # Three bytes of U+4E00: E4 leads to block 1 of sixteen, B8 stays in it, and 80 has the meaning 1.
    states = np.zeros(64 * 20, np.int64)
    states[0xE4], states[1024 + 0xB8], states[1024 + 0x80] = 1, 0, 1
    files = {
        "generated_language.cc": LANGUAGES,
        "cldutil_shared.h": POINTS,
        "cld2_generated_quad0122.cc": TABLE.format("_the_", "ого_", "_של_"),
        "cld2_generated_deltaocta0122.cc": TABLE.format("_these_", "_этого_", "_קרה_"),
        "cld2_generated_distinctocta0122.cc": TABLE.format("_these_", "_как__это_", "_بود_"),
        "cld_generated_cjk_uni_prop_80.cc": STATES % ", ".join(map(str, states)),
        "cld2_generated_cjk_compatible.cc": "  0x1, 0x0, // [1] zh.8 zhT.4 ja.0 ko.0 vi.0 za.0\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_groups_words_and_hanzi_speak_for_their_languages_with_their_points(source):
    with np.load(io.BytesIO(pack_ngrams(source)), allow_pickle=False) as data:
        models = data["models"].tolist()
        ngrams = Ngrams(models, str(data["letters"]), data["table"], data["languages"], data["points"])
    assert models == ["", "en", "he", "ru", "zh", "zh-Hant"]
    assert ngrams.codes == ["", "en", "he", "ru", "zh"]
    texts = ["the", "these", "того", "этого", "של", "\u4e00", "как это"]
    # A word adds up what the tables of words have; the pair of words is in none.
    expected = [(1, 5), (1, 10), (0, 0), (3, 10), (3, 5), (4, 8), (0, 0)]
    for text, (column, points) in zip(texts, expected, strict=True):
        row = ngrams.points([text])[0]
        assert (int(row.argmax()), row.max()) == (column, points), text


def test_a_folder_that_is_not_the_source_is_refused(tmp_path):
    with pytest.raises(EvaluationError, match="is not the folder cld2/internal"):
        pack_ngrams(tmp_path)
