"""How far the feed was delivered to those who get it sent. Functions take an open ``Connection``."""

from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert

from db.publication.tables import FeedDelivery


def delivered_position(connection: Connection, name: str) -> int:
    """Give the position of the last change that a receiver has taken; 0 when it has none."""
    return connection.scalar(select(FeedDelivery.position).where(FeedDelivery.name == name)) or 0


def set_delivered_position(connection: Connection, name: str, position: int, *, now: datetime) -> None:
    """Remember that a receiver has taken the changes up to a position."""
    values = {"position": position, "delivered_at": now}
    statement = insert(FeedDelivery).values(name=name, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=[FeedDelivery.name], set_=values))
