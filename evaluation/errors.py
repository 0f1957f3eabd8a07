"""The error that a user of the evaluation can correct; the command line prints its one sentence."""


class EvaluationError(Exception):
    """A data set, a method name or a report path that cannot be used; the message says which and what to do."""
