import gc
import shutil

import numpy as np
import pytest

from native import library
from native._interface import SOURCES
from native.library import array, ffi, lib, struct


def test_a_library_of_other_sources_is_refused(tmp_path):
    shutil.copytree(library.FOLDER, tmp_path / "native")
    library.check_sources(tmp_path / "native", SOURCES)
    (tmp_path / "native" / "model" / "forest.c").write_text("/* changed */")
    with pytest.raises(ImportError, match="another version"):
        library.check_sources(tmp_path / "native", SOURCES)


@pytest.mark.parametrize(
    "values",
    [
        np.arange(8, dtype=np.int32)[::2],
        np.arange(16, dtype=np.int32).reshape(4, 4)[:, 1],
        np.asfortranarray(np.arange(4, dtype=np.int32).reshape(2, 2)),
    ],
)
def test_an_array_whose_numbers_do_not_follow_each_other_is_refused(values):
    with pytest.raises(ValueError, match="not C-contiguous"):
        array(values, 4)


@pytest.mark.parametrize("size", [0, 3, 5])
def test_an_array_that_is_too_short_or_too_long_is_refused(size):
    with pytest.raises(ValueError, match=f"An array of 4 numbers stands where C expects {size}"):
        array(np.zeros(4, dtype=np.int32), size)
    with pytest.raises(ValueError, match=f"An array of 4 numbers stands where C expects {size}"):
        array(b"four", size)


@pytest.mark.parametrize("kind", [np.int64, np.uint32, np.int16, np.float32, np.bool_])
def test_an_array_of_another_type_than_declared_is_refused(kind):
    with pytest.raises(TypeError, match=r"Forest: .*'int32_t \*'"):
        struct("Forest", row=array(np.zeros(4, dtype=kind), 4))


@pytest.mark.parametrize("values", [np.array(["a"]), np.zeros(1, dtype=">i4"), np.zeros(1, dtype=np.complex128)])
def test_an_array_of_what_c_has_not_is_refused(values):
    with pytest.raises(TypeError, match="cannot cross to C"):
        array(values, 1)


def test_an_array_that_may_not_be_written_to_is_refused_where_c_writes():
    values = np.frombuffer(b"\1\2", dtype=np.uint8)
    assert list(array(values, 2)) == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        array(values, 2, writable=True)


def test_an_empty_array_crosses():
    assert len(array(np.empty(0, dtype=np.float32), 0)) == 0


def test_a_field_that_is_not_declared_is_refused():
    with pytest.raises(KeyError):
        struct("Forest", rows=3)


@pytest.mark.slow
def test_what_a_struct_points_to_lives_as_long_as_the_struct_and_no_longer():
    class Array(np.ndarray):
        deleted = 0

        def __del__(self):
            Array.deleted += 1

    forest = struct("Forest", row=array(np.arange(5, dtype=np.int32).view(Array), 5))
    around = struct("Forests", threads=forest)
    del forest
    gc.collect()
    assert Array.deleted == 0
    assert list(ffi.unpack(around.threads.row, 5)) == [0, 1, 2, 3, 4]
    del around
    gc.collect()
    assert Array.deleted == 1


def test_having_no_memory_is_an_error():
    assert library.check_memory(3) == 3
    with pytest.raises(MemoryError):
        library.check_memory(lib.NO_MEMORY)
