"""What an error says, as a part of a sentence of ours."""


def first_line(error: BaseException) -> str:
    """Give the first line of an error, without its full stop: behind it databases and brokers tell of their query and
    their advice."""
    return str(error).strip().partition("\n")[0].rstrip(".")
