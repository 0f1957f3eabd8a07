"""``mezmun export``: the documents in bulk."""

from datetime import datetime
from math import isnan
from pathlib import Path

import click

from mezmun.cli import app
from mezmun.cli.exit_codes import end_without_text
from mezmun.cli.options import AT_LEAST_ONE, PATH, Member, confidence_option, languages_option, sites_option, stoppable
from mezmun.cli.progress import progress
from mezmun.core.counts import count_of
from mezmun.core.errors import UsageError
from mezmun.core.sites.site_schema import SiteKind


@app.command(
    epilog="Examples: `mezmun export corpus --language ug` · `mezmun export web --format warc --site my-site` ·"
    " `mezmun export update --changed-since corpus`"
)
@click.argument("folder", type=PATH, help="Where to; an export that was stopped there goes on.")
@click.option("--format", "output_format", default="jsonl", help="jsonl, parquet, huggingface, text, warc or wet.")
@sites_option
@languages_option
@click.option("--kind", type=Member(SiteKind), multiple=True, help="Only sites of this kind; again for more.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Published since, or fetched where no date is stated.")
@confidence_option
@click.option("--dedupe", is_flag=True, help="Leave out texts that an earlier document has, or nearly.")
@click.option(
    "--respect",
    multiple=True,
    help="Leave out pages that refuse a use by this signal: noarchive, noai, noimageai, nosnippet, search, ai-input,"
    " ai-train or tdm-reservation; again for more.",
)
@click.option("--changed-since", type=PATH, help="An earlier export: write only what has changed since.")
@click.option("--shard-size", type=AT_LEAST_ONE, default=50_000, help="Documents after which the next file begins.")
@stoppable("The same command goes on from here.")
def export(
    folder: Path,
    output_format: str,
    site: tuple[str, ...],
    language: tuple[str, ...],
    kind: tuple[SiteKind, ...],
    since: datetime | None,
    min_confidence: float | None,
    dedupe: bool,
    respect: tuple[str, ...],
    changed_since: Path | None,
    shard_size: int,
) -> None:
    """Write the documents, as they are now, into a folder, with a manifest of counts and checksums.

    The same documents give the same bytes. Stopped, by force too, it goes on where it was when run again. Exit code 3:
    the export, not of changes, has no document.
    """
    from dashboard.export.options import SIGNALS, ExportFormat, ExportOptions
    from dashboard.export.run import Export
    from db.crawling.raw_store import open_raw_store
    from db.engine import checked_engine
    from db.sites import check_sites
    from mezmun.core import settings
    from mezmun.core.version import code_version
    from services.resolver import resolve

    try:
        chosen = ExportFormat(output_format)
    except ValueError:
        known = ", ".join(ExportFormat)
        raise UsageError(f"There is no export format {output_format!r}; there are {known}.") from None
    if strange := [name for name in respect if name not in SIGNALS]:
        raise UsageError(f"--respect is {strange[0]!r}: it takes {', '.join(SIGNALS)}.")
    if min_confidence is not None and isnan(min_confidence):
        raise UsageError("--min-confidence is no number.")
    options = ExportOptions(
        chosen,
        sites=site,
        languages=language,
        kinds=tuple(map(str, kind)),
        since=since and since.date(),
        min_confidence=min_confidence,
        respect=respect,
        dedupe=dedupe,
        shard_size=shard_size,
    )
    with resolve(settings.load()) as services, checked_engine(services.database_url) as engine:
        with engine.connect() as connection:
            check_sites(connection, site)
        raw = open_raw_store(engine, services.raw_store_url)
        job = Export(engine, raw, folder, options, code_version=code_version())
        with progress("exporting") as bar:
            counts = job.run(since=changed_since, report=bar)
    reasons = "".join(f", {count:,} left out: {reason}" for reason, count in counts["withheld"].items())
    click.echo(f"{count_of(counts['documents'], 'document')} in {folder}{reasons}.")
    if not counts["documents"] and changed_since is None:  # there are many days without a change
        end_without_text("No document is as it was asked for.")
