"""``mezmun export``: the documents in bulk."""

from datetime import datetime
from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from mezmun.cli import app
from mezmun.cli.text.rule_options import check_language
from mezmun.core.errors import UsageError
from mezmun.core.sites.site_schema import SiteKind


@app.command(
    epilog="Examples: `mezmun export corpus --language ug` · `mezmun export web --format warc --site my-site` ·"
    " `mezmun export update --changed-since corpus`"
)
def export(
    folder: Annotated[Path, typer.Argument(help="Where to; an export that was stopped there goes on.")],
    output_format: Annotated[
        str, typer.Option("--format", help="jsonl, parquet, huggingface, text, warc or wet.")
    ] = "jsonl",
    site: Annotated[list[str] | None, typer.Option(help="Only this site; again for more.", show_default=False)] = None,
    language: Annotated[list[str] | None, typer.Option(help="ISO 639 code, such as ug.", show_default=False)] = None,
    kind: Annotated[
        list[SiteKind] | None, typer.Option(help="Only sites of this kind; again for more.", show_default=False)
    ] = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], help="Published since, or fetched where no date is stated.", show_default=False
        ),
    ] = None,
    min_confidence: Annotated[float | None, typer.Option(min=0, max=1, show_default=False)] = None,
    dedupe: Annotated[
        bool, typer.Option("--dedupe", help="Leave out texts that an earlier document has, or nearly.")
    ] = False,
    respect: Annotated[
        list[str] | None,
        typer.Option(help="Leave out pages with this usage signal, such as noarchive or ai-train.", show_default=False),
    ] = None,
    changed_since: Annotated[
        Path | None, typer.Option(help="An earlier export: write only what has changed since.", show_default=False)
    ] = None,
    shard_size: Annotated[int, typer.Option(min=1, help="Documents after which the next file begins.")] = 50_000,
) -> None:
    """Write the documents, as they are now, into a folder, with a manifest of counts and checksums.

    The same documents give the same bytes. Stopped, by force too, it goes on where it was when run again.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    from dashboard.export.options import ExportFormat, ExportOptions
    from dashboard.export.run import Export
    from db.engine import check, connect
    from db.sites import site_config
    from mezmun.core import settings
    from mezmun.core.version import code_version
    from services.resolver import resolve
    from store.opening import open_store

    try:
        chosen = ExportFormat(output_format)
    except ValueError:
        known = ", ".join(ExportFormat)
        raise UsageError(f"There is no export format {output_format!r}; there are {known}.") from None
    for each in language or ():
        check_language("--language", each)
    if min_confidence is not None and isnan(min_confidence):
        raise UsageError("--min-confidence is no number.")
    options = ExportOptions(
        chosen,
        sites=tuple(site or ()),
        languages=tuple(language or ()),
        kinds=tuple(map(str, kind or ())),
        since=since and since.date(),
        min_confidence=min_confidence,
        respect=tuple(respect or ()),
        dedupe=dedupe,
        shard_size=shard_size,
    )
    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        with engine.connect() as connection:
            for each in site or ():
                site_config(connection, each)
        job = Export(engine, open_store(services.raw_store_url), folder, options, code_version=code_version())
        with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True)) as bar:
            task = bar.add_task("exporting", total=None)
            counts = job.run(
                since=changed_since, report=lambda done, total: bar.update(task, advance=done, total=total)
            )
        engine.dispose()
    left_out = sum(counts["withheld"].values())
    typer.echo(f"{counts['documents']:,} documents in {folder}, {left_out:,} left out.")
