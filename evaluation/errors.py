"""The error that a user of the evaluation can correct; the command line prints its one sentence."""

from mezmun.core.errors import InvalidInputError


class EvaluationError(InvalidInputError):
    """A data set, a method name or a report path that cannot be used; the message says which and what to do."""


def no_text_error(path: object, error: OSError | UnicodeDecodeError) -> EvaluationError:
    """Make the error of a file that cannot be read as text in UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return EvaluationError(f"{path} is no text in UTF-8, from its byte {error.start + 1:,} on.")
    return EvaluationError(f"{path} cannot be read: {error.strerror}.")
