"""What a user of the evaluation can mend; the command line says it in one sentence."""


class EvaluationError(Exception):
    """A data set, a method name or a report path that cannot be used; the message says which and what to do."""
