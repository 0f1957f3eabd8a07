"""What all tables have in common: their names of constraints, the types of their columns, and closed lists of words."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import DateTime, MetaData
from sqlalchemy.dialects.postgresql import INTERVAL
from sqlalchemy.orm import DeclarativeBase

from db.column_types import CleanJson, CleanText


class Base(DeclarativeBase):
    """Every table; times carry their zone, texts are cleaned of what PostgreSQL cannot hold."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads this name off the class
        str: CleanText,
        datetime: DateTime(timezone=True),
        timedelta: INTERVAL,
        dict[str, Any]: CleanJson,
        list[dict[str, Any]]: CleanJson,
    }


def one_of(column: str, words: Iterable[StrEnum]) -> str:
    """Give the condition in SQL that a column has one of some words."""
    return f"{column} IN ({', '.join(repr(word.value) for word in words)})"
