"""``mezmun queue``: the queue of fetched pages, and the references that were given up."""

from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from mezmun.cli import app
from mezmun.cli.database import log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option
from mezmun.core import settings
from mezmun.core.counts import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db.access.audit import OperatorAction
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import Services


@app.group()
def queue() -> None:
    """Look at the queue of fetched pages."""


@queue.group()
def dead() -> None:
    """References that were given up after too many deliveries."""


fetch_argument = click.argument(
    "fetch_id", type=int, required=False, help="Number of the fetch; all of them when not given."
)


@queue.command(epilog="Examples: `mezmun queue check` · `mezmun queue check --json`")
@json_option("What waits as one JSON object.")
def check(as_json: bool) -> None:
    """Make sure the queues are there with the limits they should have, and count what waits."""
    with _queue() as pages:
        waiting = pages.declare()  # the broker refuses to declare a queue that is there with other arguments
    if as_json:
        print_json({"waiting": waiting})
    else:
        click.echo(f"The queues are as they should be; {count_of(waiting, 'reference waits', 'references wait')}.")


@queue.command(epilog="Example: `mezmun queue rebuild`")
def rebuild() -> None:
    """Delete the queues and make them anew, after an update with other limits.

    The references that waited are found by the workers within some minutes, and sent again. Dead letters are moved:
    when that is stopped, the same command goes on, and one of them may be there twice.
    """
    with _queue() as pages:
        pages.rebuild()
        click.echo("The queues are made anew. What waited is sent again by the workers; dead letters are still there.")


@dead.command("list", epilog="Example: `mezmun queue dead list --json`")
@json_option("One JSON object a line.")
def list_all(as_json: bool) -> None:
    """List the references that were given up, and why."""
    from mezmun.core.queue.dead_letters import DeadLetters

    with _queue() as pages:
        letters = list(DeadLetters(pages).list())
        if not letters and not as_json:
            click.echo("No reference was given up.")
        for letter in letters:
            if as_json:
                print_json(asdict(letter))
                continue
            fetch_id, what = "–", f"no reference: {count_of(letter.size, 'byte')} of {letter.content_type or 'no type'}"
            if letter.reference is not None:
                fetch_id, what = str(letter.reference.fetch_id), letter.reference.site
            click.echo(f"{fetch_id:>10}  {what}  {letter.reason}  {letter.died_at}".rstrip())


@dead.command(epilog="Examples: `mezmun queue dead show 17` · `mezmun queue dead show 17 --json`")
@click.argument("fetch_id", type=int, help="Number of the fetch, as `list` has it.")
@json_option("One JSON object.")
def show(fetch_id: int, as_json: bool) -> None:
    """Show a reference that was given up: why, and what the database knows of its fetch."""
    from db.engine import checked_engine
    from db.processing.fetch_outcomes import fetch_to_process
    from mezmun.core.queue.dead_letters import DeadLetters

    with _services() as (services, pages):
        letter = DeadLetters(pages).find(fetch_id)
        with checked_engine(services.database_url) as engine, engine.connect() as connection:
            fetch = fetch_to_process(connection, fetch_id)
    facts = {
        "fetch": fetch_id, "site": fetch.site, "url": fetch.url, "fetched_at": fetch.fetched_at.isoformat(),
        "sha256": fetch.sha256, "outcome": fetch.outcome, "reason": letter.reason, "died_at": letter.died_at,
    }  # fmt: skip
    if as_json:
        print_json(facts)
        return
    for name, value in facts.items():
        click.echo(f"{name:<12}{'–' if value is None else value}")


@dead.command(epilog="Example: `mezmun queue dead retry 17`")
@fetch_argument
def retry(fetch_id: int | None) -> None:
    """Send references again. Messages of other programs, which are no references, stay."""
    from db.access.audit import OperatorAction
    from mezmun.core.queue.dead_letters import DeadLetters

    with _logged_queue(OperatorAction.RETRY_DEAD_LETTERS, fetch_id) as (pages, detail):
        sent = detail["count"] = _checked_count(DeadLetters(pages).retry(fetch_id), fetch_id)
        click.echo(f"{count_of(sent, 'reference was', 'references were')} sent again.")


@dead.command(epilog="Example: `mezmun queue dead discard`")
@fetch_argument
def discard(fetch_id: int | None) -> None:
    """Drop references, or all that is there. The pages stay; one without an outcome is sent again by itself."""
    from db.access.audit import OperatorAction
    from mezmun.core.queue.dead_letters import DeadLetters

    with _logged_queue(OperatorAction.DISCARD_DEAD_LETTERS, fetch_id) as (pages, detail):
        dropped = detail["count"] = _checked_count(DeadLetters(pages).discard(fetch_id), fetch_id)
        click.echo(f"{count_of(dropped, 'message was', 'messages were')} dropped.")


def _checked_count(count: int, fetch_id: int | None) -> int:
    """Give the count; raise InvalidInputError when a reference was named and none was there."""
    if not count and fetch_id is not None:
        from mezmun.core.queue.dead_letters import no_letter

        raise no_letter(fetch_id)
    return count


@contextmanager
def _logged_queue(action: "OperatorAction", fetch_id: int | None) -> "Iterator[tuple[PageQueue, dict[str, object]]]":
    """Give the queue, and the details of the change that is noted behind it, of one reference or of all."""
    from db.engine import checked_engine

    detail: dict[str, object] = {}
    with (
        _services() as (services, pages),
        checked_engine(services.database_url) as engine,
        engine.begin() as connection,  # before, for without it nothing is to be changed
    ):
        yield pages, detail
        log_command(connection, action, "" if fetch_id is None else f"fetch {fetch_id}", **detail)


@contextmanager
def _queue() -> "Iterator[PageQueue]":
    with _services() as (_, pages):
        yield pages


@contextmanager
def _services() -> "Iterator[tuple[Services, PageQueue]]":
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import resolve

    loaded = settings.load()
    with resolve(loaded) as services:
        yield services, PageQueue(services.broker_url, loaded.queue_prefix)
