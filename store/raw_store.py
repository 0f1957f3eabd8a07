"""The raw store: pages as they came over the wire, addressed by the SHA-256 of their bytes, compressed with zstandard.

``put`` comes before the row that points to it, so that no row ever points to nothing. What lies under an address
never changes; putting it again makes sure that it is sound.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from mezmun.core.errors import MezmunError

COMPRESSION: Final = "zstd"


class MissingRawPageError(MezmunError):
    """The raw store does not hold bytes that a row points to."""


class DamagedRawPageError(MezmunError):
    """What the raw store holds under an address is not what was put there."""


@dataclass(frozen=True, slots=True)
class StoredBytes:
    """Bytes that are safely in the store: their address, and their sizes in octets before and after compression."""

    sha256: str
    size: int
    stored_size: int
    compression: str = COMPRESSION


class RawStore(Protocol):
    """What every raw store can do; addresses are 64 lower-case hexadecimal digits."""

    def put(self, body: bytes) -> StoredBytes:
        """Keep the bytes; when this returns they survive a power cut. Raises UnavailableError when that cannot be."""

    def get(self, sha256: str) -> bytes:
        """Give the bytes, checked. Raises MissingRawPageError, DamagedRawPageError or UnavailableError."""

    def delete(self, sha256: str) -> None:
        """Forget the bytes; fine when they are not there. Raises UnavailableError when that cannot be."""

    def addresses(self) -> Iterator[tuple[str, datetime]]:
        """Go through what is held: address, and when it was last put there. Raises UnavailableError."""

    def remove_unfinished(self, before: datetime) -> int:
        """Remove what writers that were killed before a time left half written; give the number of such objects.

        Raises UnavailableError.
        """

    def free_bytes(self) -> int | None:
        """Give the room that is left, None when there is no end to it. Raises UnavailableError when it is away."""
