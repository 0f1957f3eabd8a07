import gzip
import json

import pytest

from workers.bulk.input.tables.text_lines import longest_row, opened_lines

LINES = [b"one\n", b"two of them\n", b"three"]


@pytest.fixture(params=["plain", "packed"])
def path(request, tmp_path):
    path, body = tmp_path / "lines", b"".join(LINES)
    path.write_bytes(body if request.param == "plain" else gzip.compress(body))
    return str(path)


def test_each_line_has_the_byte_where_it_begins_and_is_read_from_there(path):
    with opened_lines(path) as file:
        offsets = [file.place.offset]
        while line := file.line(100):
            assert line == LINES[len(offsets) - 1]
            offsets.append(file.place.offset)
    assert offsets == [0, 4, 16, 21]
    with opened_lines(path) as file:
        file.go_to(offsets[1])
        assert file.line(100) == LINES[1]


def test_a_long_line_comes_in_pieces_and_its_rest_can_be_skipped(path):
    with opened_lines(path) as file:
        file.line(100)
        assert file.line(3) == b"two"
        file.skip(4)
        assert (file.place.offset, file.line(100)) == (16, LINES[2])
        assert not file.damaged


def test_a_packed_table_that_breaks_off_is_damaged(tmp_path):
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(bytes(range(256)) * 400)[:-20])
    with opened_lines(str(path)) as file:
        while file.line(1000):
            pass
        assert file.damaged


def test_a_row_has_room_for_a_page_of_which_json_escapes_each_byte():
    assert longest_row(1000) > len(json.dumps("\x01" * 1000))
