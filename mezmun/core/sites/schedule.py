"""When a site is crawled: every so often, or by cron expressions in a time zone, with jitter.

A schedule is a row of moments. Those of an interval are other ones for each site, so that sites share the day; those of
a cron expression are where it says, and jitter parts the sites that say the same.
"""

import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice, pairwise
from math import ceil
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    WrapSerializer,
    model_serializer,
    model_validator,
)

SHORTEST_INTERVAL: Final = timedelta(minutes=1)
MOMENTS_COUNTED: Final = 200
"""Moments of a cron expression by which its intervals are measured: four weeks of nine a working day."""
_MEASURED_FROM: Final = datetime(2024, 1, 1, tzinfo=UTC)
_INTERVAL: Final = re.compile(r"(\d{1,4})\s*([mhdw])")
"""A number of more digits leads past the last day of the calendar."""
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def _interval(value: object) -> object:
    if isinstance(value, timedelta) or (isinstance(value, str) and value.startswith("P")):
        return value  # ISO 8601, as a model writes itself into JSON
    if isinstance(value, str) and (match := _INTERVAL.fullmatch(value)):
        return timedelta(**{_UNITS[match[2]]: int(match[1])})
    raise ValueError("write an interval as a number and a unit: 30m, 12h, 1d or 2w")


def written_interval(interval: timedelta) -> str:
    """Write an interval as a site file has it: the largest unit that it is a whole number of; ``1d``, not ``24h``."""
    for letter, unit in reversed(_UNITS.items()):
        number, rest = divmod(interval, timedelta(**{unit: 1}))
        if not rest:
            return f"{number}{letter}"
    return str(interval)


def _cron(value: str) -> str:
    if len(value.split()) != 5:
        raise ValueError(f"{value!r} is no cron expression: write minute, hour, day, month and weekday")
    try:
        _gaps(value)
    except (CronSimError, StopIteration) as error:
        raise ValueError(f"{value!r} is no cron expression: {error or 'it never comes'}") from None
    return value


def _zone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError(f"{value!r} is no time zone: write it as Asia/Urumqi")
    return value


def _as_file(interval: timedelta, handler: SerializerFunctionWrapHandler, info: SerializationInfo) -> Any:
    return written_interval(interval) if info.context == AS_FILE else handler(interval)


AS_FILE: Final = "as file"
"""The context in which a model writes its intervals as a site file has them; in the database they are ISO 8601."""

Interval = Annotated[timedelta, BeforeValidator(_interval), Field(strict=False), WrapSerializer(_as_file)]
Cron = Annotated[str, AfterValidator(_cron)]
Zone = Annotated[str, AfterValidator(_zone)]


class Schedule(BaseModel):
    """The moments at which a site is crawled; one of ``every`` and ``cron`` is there."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    every: Interval | None = None
    cron: Cron | None = None
    """Five fields: minute, hour, day of the month, month, day of the week."""
    zone: Zone = "UTC"
    """Whose clock the cron expression reads."""
    jitter: Annotated[Interval, Field(ge=timedelta())] = timedelta()
    """A moment comes up to so much later, by another part of it for each site and time."""

    @model_validator(mode="after")
    def _is_one_of_two(self) -> "Schedule":
        if (self.every is None) == (self.cron is None):
            raise ValueError("write either every or cron")
        if self.shortest < SHORTEST_INTERVAL:
            raise ValueError("a site is crawled once a minute at the most: write 1m or more")
        if self.zone != "UTC" and self.cron is None:
            raise ValueError("zone is for cron, an interval has none")
        if self.jitter >= self.shortest:
            raise ValueError(f"jitter must be shorter than {self.shortest}, the shortest time between two crawls")
        return self

    @model_serializer(mode="wrap")
    def _plain(self, handler: SerializerFunctionWrapHandler) -> Any:
        """Write an interval alone as what it is in most site files."""
        values = handler(self)
        return values["every"] if self.cron is None and not self.jitter else values

    @property
    def interval(self) -> timedelta:
        """Time from one moment to the next, on average."""
        return self.every if self.every is not None else _gaps(self.cron or "")[0]

    @property
    def shortest(self) -> timedelta:
        """The shortest time from one moment to the next."""
        return self.every if self.every is not None else _gaps(self.cron or "")[1]

    def next_moment(self, time: datetime, site: str) -> datetime:
        """Give the first moment at or after a time, in UTC, for the site of a name."""
        moments = self._every_moments if self.cron is None else self._cron_moments
        late = (moment + self._delay(moment, site) for moment in moments(time - self.jitter, site))
        return next(moment for moment in late if moment >= time)

    def next_moments(self, time: datetime, site: str) -> Iterator[datetime]:
        """Give the moments behind a time, in UTC, one after the other."""
        while True:
            time = self.next_moment(time + timedelta(seconds=1), site)
            yield time

    def _every_moments(self, since: datetime, site: str) -> Iterator[datetime]:
        unit = self.interval.total_seconds()
        own = zlib.crc32(site.encode()) % unit
        turn = ceil((since.timestamp() - own) / unit)
        while True:
            yield datetime.fromtimestamp(turn * unit + own, UTC)
            turn += 1

    def _cron_moments(self, since: datetime, site: str) -> Iterator[datetime]:
        # It gives what comes after a time, and none of the seconds between two minutes.
        start = since.astimezone(ZoneInfo(self.zone)) - timedelta(microseconds=1)
        return (moment.astimezone(UTC) for moment in CronSim(self.cron or "", start))

    def _delay(self, moment: datetime, site: str) -> timedelta:
        share = zlib.crc32(f"{site} {moment.timestamp():.0f}".encode()) / 2**32
        return timedelta(seconds=int(share * self.jitter.total_seconds()))


def schedule_of(value: object) -> object:
    """Read the short forms of a site file: an interval, or a cron expression in UTC."""
    if isinstance(value, timedelta):
        return {"every": value}
    if isinstance(value, str):
        return {"cron": value} if len(value.split()) > 2 else {"every": value}
    return value


@lru_cache(maxsize=1_000)
def _gaps(cron: str) -> tuple[timedelta, timedelta]:
    """Give the mean and the shortest time between the moments of a cron expression.

    Raises:
        CronSimError: it is no cron expression.
        StopIteration: it has no two moments.
    """
    moments = list(islice(CronSim(cron, _MEASURED_FROM), MOMENTS_COUNTED))
    if len(moments) < 2:
        raise StopIteration
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    return sum(gaps, timedelta()) / len(gaps), min(gaps)
