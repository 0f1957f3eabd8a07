import io
import zipfile

import pytest

from normalization.markup.binary_formats import format_of, is_noise


def zipped() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", "<w:document/>")
    return target.getvalue()


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"BM\x36\0\x0c\0\0\0\0\0", "a BMP image"),
        (zipped(), "a ZIP archive or an Office document"),
        (b"\0\0\0\x18ftypmp42", "an MP4 file"),
        (b"BM is a word here", None),
        (b"GIF89a without a control byte", None),
        (b"", None),
    ],
)
def test_a_file_is_known_by_its_first_bytes_and_a_control_byte(body, name):
    assert format_of(body) == name


def test_one_control_byte_in_fifty_is_noise_and_one_in_a_hundred_none():
    assert is_noise((b"x" * 48 + b"\1") * 100)
    assert not is_noise((b"x" * 99 + b"\1") * 100)


def test_the_escapes_of_iso_2022_jp_are_no_noise():
    assert not is_noise(("日本" * 50).encode("iso-2022-jp") * 100)
