"""Counts in sentences: 1 page, 1,200 pages."""


def count_of(number: int, one: str, many: str | None = None) -> str:
    """Give a number with what is counted: ``one`` of them, or ``many``, which is that with an s unless it is given."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
