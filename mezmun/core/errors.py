"""The one root error: what a user can mend is one sentence; anything else is a bug and keeps its traceback."""


class MezmunError(Exception):
    """Something the user or operator can mend; the message is a sentence with the value and what to do."""


class ConfigurationError(MezmunError):
    """A setting or a site file is wrong."""


class UnavailableError(MezmunError):
    """A service Mezmun needs (database, broker, raw store) does not answer or does not fit."""


class InvalidInputError(MezmunError):
    """A file, URL or identifier given by the user cannot be used."""


class UsageError(InvalidInputError):
    """The command line, or the arguments of a function, are wrong in themselves, whatever they are applied to."""
