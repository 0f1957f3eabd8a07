"""How far the feed was delivered to those who get it sent. Functions take an open ``Connection``."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.dialects.postgresql import insert

from db.publication.tables import FeedDelivery
from mezmun.core.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class DeliveryState:
    """Up to which position a receiver has the feed, and when it took the last change."""

    name: str
    position: int
    delivered_at: datetime


def delivered_position(connection: Connection, name: str) -> int:
    """Give the position of the last change that a receiver has taken; 0 when it has none."""
    return connection.scalar(select(FeedDelivery.position).where(FeedDelivery.name == name)) or 0


def set_delivered_position(connection: Connection, name: str, position: int, *, now: datetime) -> None:
    """Remember that a receiver has taken the changes up to a position."""
    values = {"position": position, "delivered_at": now}
    statement = insert(FeedDelivery).values(name=name, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=[FeedDelivery.name], set_=values))


def list_deliveries(connection: Connection) -> list[DeliveryState]:
    """List the receivers by name."""
    columns = (FeedDelivery.name, FeedDelivery.position, FeedDelivery.delivered_at)
    return [DeliveryState(*row) for row in connection.execute(select(*columns).order_by(FeedDelivery.name))]


def forget_delivery(connection: Connection, name: str) -> None:
    """Forget how far a receiver is: the next delivery under its name begins with the first change.

    Raises:
        InvalidInputError: there is none of this name, or a process delivers to it.
    """
    if not lock_delivery(connection, name):
        raise InvalidInputError(f"A process delivers the feed to {name}: stop it, then call this again.")
    try:
        if not connection.execute(delete(FeedDelivery).where(FeedDelivery.name == name)).rowcount:
            raise InvalidInputError(f"There is no receiver {name!r}; `mezmun feed list` names them.")
    finally:
        unlock_delivery(connection, name)


def lock_delivery(connection: Connection, name: str) -> bool:
    """Keep other processes from delivering under a name, until the connection is closed; say whether none does."""
    return bool(connection.scalar(_LOCK, {"name": name}))


def unlock_delivery(connection: Connection, name: str) -> None:
    """Let others deliver."""
    connection.scalar(_UNLOCK, {"name": name})


_LOCK: Final = text("SELECT pg_try_advisory_lock(hashtext('mezmun feed'), hashtext(:name))")
_UNLOCK: Final = text("SELECT pg_advisory_unlock(hashtext('mezmun feed'), hashtext(:name))")
