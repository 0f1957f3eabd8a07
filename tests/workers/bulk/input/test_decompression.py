import gzip
import io

import pytest
import zstandard

from workers.bulk.input.decompression import Unpacked

TEXT = bytes(range(256)) * 2000


def packed(text: bytes, *, gzipped: bool) -> bytes:
    return gzip.compress(text) if gzipped else zstandard.compress(text)


@pytest.mark.parametrize("gzipped", [True, False], ids=["gzip", "zstd"])
def test_members_one_after_the_other_are_one_text(gzipped):
    file = Unpacked(io.BytesIO(packed(TEXT, gzipped=gzipped) + packed(b"more", gzipped=gzipped)), gzipped=gzipped)
    assert io.BufferedReader(file).read() == TEXT + b"more"
    assert not file.damaged
    assert file.tell() == len(TEXT) + 4


@pytest.mark.parametrize("gzipped", [True, False], ids=["gzip", "zstd"])
def test_a_place_before_and_after_is_reached(gzipped):
    file = Unpacked(io.BytesIO(packed(TEXT, gzipped=gzipped)), gzipped=gzipped)
    assert file.seek(300_001) == 300_001
    assert file.read(3) == TEXT[300_001:300_004]
    assert file.seek(5) == 5
    assert file.read(3) == TEXT[5:8]
    assert file.seek(10 * len(TEXT)) == len(TEXT)
    with pytest.raises(io.UnsupportedOperation):
        file.seek(0, io.SEEK_END)


def test_a_file_that_was_cut_ends_where_it_was_cut_and_is_damaged():
    file = Unpacked(io.BytesIO(gzip.compress(TEXT, mtime=0)[:-9]), gzipped=True)
    assert TEXT.startswith(io.BufferedReader(file).read())
    assert file.damaged


def test_bytes_that_are_not_compressed_are_damaged():
    file = Unpacked(io.BytesIO(b"no gzip at all"), gzipped=True)
    assert file.read() == b""
    assert file.damaged
