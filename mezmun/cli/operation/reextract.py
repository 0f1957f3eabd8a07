"""``mezmun reextract``: the stored pages of a site read with another method, compared, promoted or dropped."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from mezmun.cli import app
from mezmun.cli.database import database_engine, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option, stoppable
from mezmun.core.errors import InvalidInputError, MezmunError, UsageError

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from db.reextraction.reextractions import ReextractionState

LOOK = 0.5
"""Seconds between two looks at the database."""

SAMPLES = 5
"""Pages of which both texts are shown."""

PAGES = {"none": "without a document before and after", "failed": "not read"}
"""What is written of pages with a change (``db.reextraction.tables.TextChange``) whose word does not say it."""

EXCERPT = 300
"""Characters of a text that are shown, from the first line on that differs from the other text."""


@app.command(
    epilog="Examples: `mezmun reextract --site my-site` · `mezmun reextract --site my-site --method mezmun --json`"
    " · `mezmun reextract --site my-site --promote`"
)
@click.option("--site", required=True, help="The site whose pages are read again.")
@click.option("--method", help="Name of the method, or NAME@VERSION; the site's own when not given.")
@click.option("--promote", is_flag=True, help="Let the documents show its texts.")
@click.option("--drop", is_flag=True, help="Delete its texts.")
@click.option("--wait/--no-wait", default=True, help="Wait until it is done; without, the workers go on alone.")
@json_option("The report as one JSON object.")
@stoppable("The workers go on; the same command watches again.")
def reextract(site: str, method: str | None, promote: bool, drop: bool, wait: bool, as_json: bool) -> None:
    """Read the stored pages of a site with another method, or with this version of its own, beside its documents.

    The workers (`mezmun worker`) do it while they have nothing else to do. This command watches, and can be stopped and
    called again at any time. In the end it says what would change; then `--promote` or `--drop`. Promoted texts come
    through the document feed as changes, and new pages are read with the method from then on.
    """
    from db.reextraction.tables import State

    if promote and drop:
        raise UsageError("Give either --promote or --drop.")
    name = _method(method)
    with database_engine() as engine:
        number = _decide(engine, site, State.PROMOTING if promote else State.DROPPING) if promote or drop else None
        number = _start(engine, site, name) if number is None else number
        state = _watch(engine, number, stop_at_ready=not (promote or drop)) if wait else _state(engine, number)
        report = _report(engine, state)
    if as_json:
        print_json(report)
    else:
        _print(report)
    if state.state == State.REFUSED:
        raise MezmunError(state.detail or "The re-extraction was refused.")


def _method(method: str | None) -> str:
    """Give the name of a method, which may have its version behind it; empty for the site's own."""
    from workers.present_versions import PRESENT_VERSIONS

    name, _, version = (method or "").partition("@")
    known = PRESENT_VERSIONS.methods.get(name)
    if name and known is None:
        raise UsageError(f"There is no method {name!r}; `mezmun methods` lists them.")
    if version and version != known:
        raise UsageError(f"This program has version {known} of {name}, not {version}.")
    return name


def _start(engine: "Engine", site: str, name: str) -> int:
    """Go on with the site's open re-extraction, or ask for one."""
    from db.access.audit import OperatorAction
    from db.reextraction import reextractions
    from mezmun.core.clock import utc_now

    with engine.begin() as connection:
        latest = reextractions.latest_reextraction(connection, site)
        if latest is not None and latest.is_open and name in ("", latest.method):
            return latest.id
        number = reextractions.request(connection, site, name, now=utc_now())
        log_command(connection, OperatorAction.REEXTRACT, site, number=number, method=name or None)
        return number


def _decide(engine: "Engine", site: str, wanted: Any) -> int:
    from db.access.audit import OperatorAction
    from db.reextraction import reextractions
    from db.reextraction.tables import State

    with engine.begin() as connection:
        latest = reextractions.latest_reextraction(connection, site)
        if latest is None:
            start = f"start one with `mezmun reextract --site {site}`"
            raise InvalidInputError(f"The site {site!r} has no re-extraction; {start}.")
        if latest.state != wanted:  # else it was decided before, and the command stopped
            reextractions.decide(connection, latest.id, wanted)
            is_promoted = wanted == State.PROMOTING
            action = OperatorAction.PROMOTE_REEXTRACTION if is_promoted else OperatorAction.DROP_REEXTRACTION
            log_command(connection, action, site, number=latest.id, method=latest.method)
        return latest.id


def _state(engine: "Engine", number: int) -> "ReextractionState":
    from db.reextraction import reextractions

    with engine.connect() as connection:
        return reextractions.one_reextraction(connection, number)


def _watch(engine: "Engine", number: int, *, stop_at_ready: bool) -> "ReextractionState":
    """Show how far it is until there is nothing more to wait for."""
    from db.reextraction.tables import State
    from mezmun.cli.progress import progress

    click.echo("The workers do it: start `mezmun worker` where none runs.", err=True)
    while (state := _state(engine, number)).state == State.WAITING:
        time.sleep(LOOK)
    done = 0
    with progress(f"{state.site}: {state.method}", state.pages) as advance:
        while True:
            state = _state(engine, number)
            count = state.read if state.state == State.RUNNING else state.applied if state.is_open else state.pages
            advance(max(0, count - done))
            done = max(done, count)
            if not state.is_open or (stop_at_ready and state.state == State.READY):
                return state
            time.sleep(LOOK)


def _report(engine: "Engine", state: "ReextractionState") -> dict[str, Any]:
    from db.reextraction import page_results

    with engine.connect() as connection:
        comparison = page_results.compare(connection, state.id)
        samples = page_results.samples(connection, state.id, limit=SAMPLES)
    return {
        **asdict(state),
        "share_changed": comparison.share_changed,
        "changes": comparison.pages,
        "outcomes": comparison.outcomes,
        "old_characters": comparison.old_characters,
        "new_characters": comparison.new_characters,
        "samples": [asdict(sample) for sample in samples],
    }


def _print(report: dict[str, Any]) -> None:
    from db.reextraction.tables import OPEN, State

    method = " ".join(filter(None, (report["method"], report["method_version"])))
    click.echo(
        f"Re-extraction {report['id']} of {report['site']} with {method}:"
        f" {report['state']}, {report['read']:,} of {report['pages']:,} pages read."
    )
    if not report["read"] or report["state"] == State.DROPPED:  # then there is nothing to compare with
        return
    changes = ", ".join(f"{count:,} {PAGES.get(change, change)}" for change, count in report["changes"].items())
    verb = "would change" if report["state"] in OPEN else "changed"
    click.echo(
        f"{report['share_changed']:.1%} of the documents {verb} ({changes})."
        f" Characters of a changed one: {report['old_characters']:,.0f} before, {report['new_characters']:,.0f} after."
    )
    for sample in report["samples"]:
        before, after = _excerpts(sample["old_text"], sample["new_text"])
        click.echo(f"\n{sample['url']}\nBefore: {before}\nAfter: {after}")
    if report["state"] == State.READY:
        same = f"`mezmun reextract --site {report['site']}"
        click.echo(f"{same} --promote` lets the documents show this, {same} --drop` deletes it.", err=True)


def _excerpts(before: str | None, after: str | None) -> tuple[str, str]:
    """Give what two texts of a page have from the first line on that differs; "–" where there is no text."""
    old, new = (before or "").split("\n"), (after or "").split("\n")
    pairs = enumerate(zip(old, new, strict=False))
    equal = next((number for number, (one, other) in pairs if one != other), min(len(old), len(new)))
    if before == after:  # only the titles differ
        equal = 0

    def excerpt(text: str | None, lines: list[str]) -> str:
        if text is None:
            return "–"
        return ("… " if equal else "") + ("\n".join(lines[equal:]).strip()[:EXCERPT] or "(ends here)")

    return excerpt(before, old), excerpt(after, new)
