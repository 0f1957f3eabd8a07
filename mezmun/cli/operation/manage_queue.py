"""``mezmun queue``: the queue of fetched pages, and the references that were given up."""

import json
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mezmun.core.queue.page_queue import PageQueue

queue = typer.Typer(no_args_is_help=True, help="Look at the queue of fetched pages.")
app.add_typer(queue, name="queue")
dead = typer.Typer(no_args_is_help=True, help="References that were given up after too many deliveries.")
queue.add_typer(dead, name="dead")

FetchId = Annotated[int | None, typer.Argument(help="Number of the fetch; all of them when not given.")]


@queue.command(epilog="Example: `mezmun queue check`")
def check() -> None:
    """Make sure the queues are there with the limits they should have, and count what waits."""
    with _queue() as pages:
        waiting = pages.declare()  # the broker refuses to declare a queue that is there with other arguments
        typer.echo(f"The queues are as they should be; {waiting:,} references wait.")


@queue.command(epilog="Example: `mezmun queue rebuild`")
def rebuild() -> None:
    """Delete the queues and make them anew, after an update with other limits.

    The references that waited are found by the workers within some minutes, and sent again.
    """
    with _queue() as pages:
        pages.rebuild()
        typer.echo("The queues are made anew. What waited in them is sent again by the workers.")


@dead.command("list", epilog="Example: `mezmun queue dead list --json`")
def list_all(as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False) -> None:
    """List the references that were given up, and why."""
    from mezmun.core.queue.dead_letters import DeadLetters

    with _queue() as pages:
        for letter in DeadLetters(pages).list():
            if as_json:
                typer.echo(json.dumps(asdict(letter)))
            else:
                typer.echo(
                    f"{letter.reference.fetch_id:>10}  {letter.reference.site}  {letter.reason}  {letter.died_at}"
                )


@dead.command(epilog="Example: `mezmun queue dead retry 17`")
def retry(fetch_id: FetchId = None) -> None:
    """Send references again."""
    from mezmun.core.queue.dead_letters import DeadLetters

    with _queue() as pages:
        typer.echo(f"{DeadLetters(pages).retry(fetch_id):,} references were sent again.")


@dead.command(epilog="Example: `mezmun queue dead discard`")
def discard(fetch_id: FetchId = None) -> None:
    """Drop references. The pages stay; one without an outcome is sent again by itself."""
    from mezmun.core.queue.dead_letters import DeadLetters

    with _queue() as pages:
        typer.echo(f"{DeadLetters(pages).discard(fetch_id):,} references were dropped.")


@contextmanager
def _queue() -> "Iterator[PageQueue]":
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import resolve

    loaded = settings.load()
    with resolve(loaded) as services:
        yield PageQueue(services.broker_url, loaded.queue_prefix)
