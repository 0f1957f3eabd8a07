import bz2
import gzip
import io
import lzma
import tracemalloc

import pytest
import zstandard

from workers.bulk.input.decompression import Unpacked, is_packed

TEXT = bytes(range(256)) * 2000


PACKS = {"gzip": gzip.compress, "zstd": zstandard.compress, "bzip2": bz2.compress, "xz": lzma.compress}


def unpacked(packed: bytes) -> Unpacked:
    return Unpacked(io.BufferedReader(io.BytesIO(packed)))


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_members_one_after_the_other_are_one_text(pack):
    file = unpacked(pack(TEXT) + pack(b"more"))
    assert io.BufferedReader(file).read() == TEXT + b"more"
    assert not file.damaged
    assert file.tell() == len(TEXT) + 4


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_place_before_and_after_is_reached(pack):
    file = unpacked(pack(TEXT))
    assert file.seek(300_001) == 300_001
    assert file.read(3) == TEXT[300_001:300_004]
    assert file.seek(5) == 5
    assert file.read(3) == TEXT[5:8]
    assert file.seek(10 * len(TEXT)) == len(TEXT)
    with pytest.raises(io.UnsupportedOperation):
        file.seek(0, io.SEEK_END)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_file_that_was_cut_ends_where_it_was_cut_and_is_damaged(pack):
    file = unpacked(pack(TEXT)[:-9])
    assert TEXT.startswith(io.BufferedReader(file).read())
    assert file.damaged


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_file_that_only_begins_as_a_compressed_one_is_damaged(pack):
    file = unpacked(pack(TEXT)[:6] + b"\xff" * 300)
    assert file.read() == b""
    assert file.damaged


def test_a_file_that_is_not_compressed_is_known():
    assert not is_packed(io.BufferedReader(io.BytesIO(b"no gzip at all")))
    assert not is_packed(io.BufferedReader(io.BytesIO()))


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_bomb_is_unpacked_in_small_steps(pack):
    packed = pack(bytes(200_000_000))
    tracemalloc.start()
    try:
        file = unpacked(packed)
        assert file.seek(200_000_000) == 200_000_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 80_000_000
