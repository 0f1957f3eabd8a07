"""The faults, as a table of named functions.

Each does its harm to a running installation, lasts as long as it says, and undoes what a system's owner would undo
(room on the disk, a store that is mounted again). What died is started again by who runs the campaign. Each gives a
line that says what it did.
"""

import random
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
from kombu import Producer
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from mezmun.core.queue.messages import FetchReference
from tests.acceptance.chaos.installation import MAINTENANCE, Installation, Part
from tests.acceptance.chaos.private_services import Disk

LONGEST_OUTAGE = 3.0
"""Seconds that a service is away, or a process stands still."""
SAMPLE_SECONDS = 0.1
"""In which the process is looked for that works most, and again if none works half the time."""
MOST_SAMPLES = 30

Fault = Callable[[Installation, random.Random], str]


def _kill_in_mid_page(installation: Installation, dice: random.Random) -> str:
    """Kill the process of a worker's pool that works most; that one has a page in hand, when the queue is not empty."""
    for _ in range(MOST_SAMPLES):
        processes = [process for part in installation.workers for process in _page_processes(part)]
        before = {process: _seconds(process) for process in processes}
        time.sleep(SAMPLE_SECONDS)
        used = {process: _seconds(process) - before[process] for process in processes}
        busiest = max(processes, key=lambda process: used[process], default=None)
        if busiest is not None and used[busiest] > SAMPLE_SECONDS / 2:
            break
    if busiest is None:
        return "no process was there"
    with suppress(psutil.NoSuchProcess):
        busiest.kill()
    return f"process {busiest.pid}, busy for {used[busiest] / SAMPLE_SECONDS:.0%} of the time"


def _kill_worker(installation: Installation, dice: random.Random) -> str:
    return _kill(dice.choice(installation.workers), dice)


def _kill_crawler(installation: Installation, dice: random.Random) -> str:
    return _kill(dice.choice(installation.crawlers), dice)


def _kill_crawling_process(installation: Installation, dice: random.Random) -> str:
    part = dice.choice(installation.crawlers)
    part.signal(signal.SIGKILL, part.processes()[1:])
    return part.name


def _kill_maintenance(installation: Installation, dice: random.Random) -> str:
    for part in installation.workers:
        part.signal(signal.SIGKILL, [each for each in part.processes() if _runs_maintenance(each)])
    return "in all workers"


def _terminate(installation: Installation, dice: random.Random) -> str:
    part = dice.choice(installation.parts)
    part.signal(signal.SIGTERM, part.processes()[:1])
    return part.name


def _stand_still(installation: Installation, dice: random.Random) -> str:
    part = dice.choice(installation.parts)
    processes = part.processes()
    part.signal(signal.SIGSTOP, processes)
    seconds = _wait(dice)
    part.signal(signal.SIGCONT, processes)
    return f"{part.name} for {seconds:.1f} s"


def _restart_broker(installation: Installation, dice: random.Random) -> str:
    rabbit = installation.services.rabbit
    how = dice.choice((rabbit.kill, rabbit.stop))
    how()
    seconds = _wait(dice)
    rabbit.start()
    return f"{how.__name__}, away for {seconds:.1f} s"


def _restart_database(installation: Installation, dice: random.Random) -> str:
    postgres = installation.services.postgres
    how = dice.choice((postgres.kill, postgres.stop))
    how()
    seconds = _wait(dice)
    postgres.start()
    return f"{how.__name__}, away for {seconds:.1f} s"


def _cut_database_connections(installation: Installation, dice: random.Random) -> str:
    with installation.engine.connect() as connection:
        count = connection.scalar(_CUT)
    return f"{count} connections"


def _cut_broker_connections(installation: Installation, dice: random.Random) -> str:
    installation.services.rabbit.cut_connections()
    return "all"


def _purge_queue(installation: Installation, dice: random.Random) -> str:
    with installation.broker() as connection:
        count = connection.default_channel.queue_purge(f"{installation.prefix}.pages")
    return f"{count} references"


def _duplicate_and_reorder(installation: Installation, dice: random.Random) -> str:
    with installation.broker() as connection:
        channel = connection.default_channel
        queue = installation.queue.app.conf.task_queues[0].bind(channel)
        messages = [message for _ in range(30) if (message := queue.get(no_ack=False)) is not None]
        producer = Producer(channel, exchange=queue.exchange)
        for message in dice.sample(messages, len(messages)):
            for _ in range(dice.choice((1, 1, 2, 3))):
                producer.publish(
                    message.body,
                    routing_key=message.delivery_info["routing_key"],
                    headers=message.headers,
                    content_type=message.content_type,
                    content_encoding=message.content_encoding,
                    delivery_mode=2,
                )
        for message in messages:
            message.ack()
    return f"{len(messages)} references"


def _send_old_references_again(installation: Installation, dice: random.Random) -> str:
    with installation.engine.connect() as connection:
        rows = connection.execute(_SOME_FETCHES, {"seed": dice.random() * 2 - 1}).all()
    for fetch_id, site in rows:
        installation.queue.publish(FetchReference(fetch_id, site, again=dice.random() < 0.5))
    return f"{len(rows)} references"


def _fill_store_disk(installation: Installation, dice: random.Random) -> str:
    return _fill(installation.services.store_disk, dice)


def _fill_database_disk(installation: Installation, dice: random.Random) -> str:
    return _fill(installation.services.database_disk, dice)


def _take_store_away(installation: Installation, dice: random.Random) -> str:
    """Rename the store's folder; half the time an empty one is left, as a disk leaves where it was mounted."""
    store = installation.raw
    away, other = (store.with_name(f"{store.name}-{word}") for word in ("away", "other"))
    store.rename(away)
    leaves_mount_point = dice.random() < 0.5
    if leaves_mount_point:
        store.mkdir(exist_ok=True)
    seconds = _wait(dice)
    with suppress(FileNotFoundError):  # it may have become a store of its own, of a process that started meanwhile
        store.rename(other)
    away.rename(store)
    count = 0
    for path in other.rglob("*.zst"):
        place = store / path.relative_to(other)
        place.parent.mkdir(parents=True, exist_ok=True)
        path.replace(place)
        count += 1
    shutil.rmtree(other, ignore_errors=True)
    left = "an empty folder" if leaves_mount_point else "nothing"
    return f"away for {seconds:.1f} s, {left} in its place; {count} pages were written there"


def _delete_raw_files(installation: Installation, dice: random.Random) -> str:
    chosen = _raw_files(installation, dice)
    for path in chosen:
        path.unlink(missing_ok=True)
    return f"{len(chosen)} files"


def _damage_raw_files(installation: Installation, dice: random.Random) -> str:
    chosen = _raw_files(installation, dice)
    for path in chosen:
        with suppress(FileNotFoundError):
            body = bytearray(path.read_bytes())
            body[len(body) // 2] ^= 0xFF
            path.write_bytes(bytes(body[: dice.choice((len(body), len(body) // 2))]))
    return f"{len(chosen)} files"


FAULTS: dict[str, Fault] = {
    "kill in mid-page": _kill_in_mid_page,
    "kill a worker": _kill_worker,
    "kill a crawler": _kill_crawler,
    "kill a crawling process": _kill_crawling_process,
    "kill maintenance": _kill_maintenance,
    "terminate": _terminate,
    "stand still": _stand_still,
    "restart the broker": _restart_broker,
    "restart the database": _restart_database,
    "cut database connections": _cut_database_connections,
    "cut broker connections": _cut_broker_connections,
    "purge the queue": _purge_queue,
    "duplicate and reorder": _duplicate_and_reorder,
    "send old references again": _send_old_references_again,
    "fill the store's disk": _fill_store_disk,
    "fill the database's disk": _fill_database_disk,
    "take the store away": _take_store_away,
    "delete raw files": _delete_raw_files,
    "damage raw files": _damage_raw_files,
}


def plan(seed: int, count: int) -> list[tuple[str, int]]:
    """Give the faults of a campaign in order, each with the seed of its own dice; every kind comes before one twice."""
    dice = random.Random(seed)
    names: list[str] = []
    while len(names) < count:
        names += dice.sample(sorted(FAULTS), len(FAULTS))
    return [(name, dice.randrange(1 << 30)) for name in names[:count]]


def _wait(dice: random.Random) -> float:
    seconds = dice.uniform(0.5, LONGEST_OUTAGE)
    time.sleep(seconds)
    return seconds


def _fill(disk: Disk, dice: random.Random) -> str:
    if not disk.can_be_filled:
        return "not done: no right to mount a disk of its own"
    disk.fill()
    seconds = _wait(dice)
    disk.empty()
    return f"full for {seconds:.1f} s"


def _kill(part: Part, dice: random.Random) -> str:
    """Kill a part's first process alone, or all its processes, as a machine that dies does."""
    alone = dice.random() < 0.5
    part.signal(signal.SIGKILL, part.processes()[: 1 if alone else None])
    part.process.wait()
    return f"{part.name}, {'its first process' if alone else 'all its processes'}"


def _page_processes(part: Part) -> list[psutil.Process]:
    """Give the processes of a worker's pool."""
    with suppress(psutil.NoSuchProcess, IndexError):
        return [each for each in part.processes()[0].children() if not _runs_maintenance(each)]
    return []


def _runs_maintenance(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return MAINTENANCE in process.cmdline()
    return False


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return process.cpu_times().user
    return 0.0


def _raw_files(installation: Installation, dice: random.Random) -> list[Path]:
    """Give the files of some pages, those that wait for a worker first."""
    with suppress(DBAPIError), installation.engine.connect() as connection:
        addresses = connection.scalars(_SOME_BYTES, {"count": dice.randrange(1, 6)}).all()
        return [installation.raw / each[:2] / each[2:4] / f"{each}.zst" for each in addresses]
    return []


_CUT = text(
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SOME_BYTES = text(
    """
    SELECT encode(sha256, 'hex') FROM fetches LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
     WHERE sha256 IS NOT NULL ORDER BY outcomes.fetch_id IS NULL DESC, fetches.id DESC LIMIT :count
    """
)
_SOME_FETCHES = text(
    """
    WITH dice AS (SELECT setseed(:seed))
    SELECT fetches.id, pages.site FROM dice, fetches JOIN pages ON pages.id = fetches.page_id
     WHERE fetches.sha256 IS NOT NULL ORDER BY random() LIMIT 20
    """
)
