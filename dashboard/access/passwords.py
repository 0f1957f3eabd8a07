"""Passwords: hashed with argon2id, checked at a bounded rate."""

import secrets
import threading
from time import monotonic
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from mezmun.core.counts import count_of
from mezmun.core.errors import UsageError

FEWEST_CHARACTERS: Final = 12
"""Characters; NIST SP 800-63B asks for eight at least, and for no rules on which."""

FREE_TRIES: Final = 5
"""Wrong passwords for a name before one has to wait."""

LONGEST_WAIT: Final = 300.0
"""Seconds, after many wrong passwords: an operator who mistypes is not kept out for a day by somebody who guesses."""

_hasher: Final = PasswordHasher()
_NOBODY: Final = _hasher.hash(secrets.token_urlsafe())
"""A password is compared with this hash when there is no such name, so that the time does not tell that there is
none."""


def hash_password(password: str) -> str:
    """Give what is kept of a password.

    Raises:
        UsageError: it is too short.
    """
    if len(password) < FEWEST_CHARACTERS:
        length = count_of(len(password), "character")
        raise UsageError(f"The password has {length}; it needs {FEWEST_CHARACTERS} at least.")
    return _hasher.hash(password)


def is_right(secret_hash: str | None, password: str) -> bool:
    """Say whether the password is that of a hash; it takes as long when there is none."""
    try:
        return _hasher.verify(secret_hash or _NOBODY, password) and secret_hash is not None
    except (Argon2Error, InvalidHashError):
        return False


class Throttle:
    """Slows guessing down: after some wrong passwords for a name, each next try waits twice as long.

    It is kept in this process: the dashboard is one, and to restart it takes longer than the wait.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures: dict[str, tuple[int, float]] = {}
        self.hashing = threading.Semaphore(2)
        """A check takes 64 MB and 50 ms: two at once."""

    def wait(self, name: str) -> float:
        """Give the seconds until this name may be tried again; 0 when it may."""
        with self._lock:
            count, last = self._failures.get(name, (0, 0.0))
            if count < FREE_TRIES:
                return 0.0
            return max(0.0, last + min(2.0 ** (count - FREE_TRIES), LONGEST_WAIT) - monotonic())

    def note(self, name: str, *, right: bool) -> None:
        """Note how a try ended."""
        with self._lock:
            if right:
                self._failures.pop(name, None)
                return
            if len(self._failures) > 10_000:  # names made up by somebody who guesses
                self._failures.clear()
            self._failures[name] = (self._failures.get(name, (0, 0.0))[0] + 1, monotonic())
