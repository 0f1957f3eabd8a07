import pytest

from mezmun.core.error_text import first_line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("connection refused\n\tIs the server running?", "connection refused"),
        ("\nSSL SYSCALL error: EOF detected\n", "SSL SYSCALL error: EOF detected"),
        ("The raw store is away. Mend it.", "The raw store is away. Mend it"),
        ("", ""),
    ],
)
def test_an_error_of_other_software_is_cut_to_what_fits_into_a_sentence(message, line):
    assert first_line(OSError(message)) == line
