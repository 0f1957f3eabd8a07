"""``mezmun import``: web archives become pages of a site."""

import json
from collections import Counter
from typing import Annotated

import typer

from mezmun.cli import app


@app.command("import", epilog="Example: `mezmun import crawl-*.warc.gz --site old-forum`")
def import_archives(
    archives: Annotated[list[str], typer.Argument(help="Web archives (WARC).")],
    site: Annotated[str, typer.Option(help="The site whose hosts and rules decide what is taken.")],
    as_json: Annotated[bool, typer.Option("--json", help="The counts as one JSON object.")] = False,
) -> None:
    """Take the pages of web archives into a site, as if they had been fetched when they were archived.

    The workers (`mezmun worker`) make documents of them. Called again, it takes what is new. What was taken down stays
    away, and of pages that are stored only newer captures are taken.
    """
    from crawler.fetching.publishing import Publisher
    from db import engine as databases
    from mezmun.archive_import import ArchiveImport
    from mezmun.core import settings
    from mezmun.core.clock import utc_now
    from mezmun.core.errors import InvalidInputError
    from mezmun.core.queue.page_queue import PageQueue
    from mezmun.core.sites import site_files
    from services import resolver
    from store.opening import open_store
    from workers.bulk.input import sources

    sources.check(archives)
    loaded = settings.load()
    wanted = site_files.find(loaded.sites_dir, site)
    counts: Counter[str] = Counter()
    with resolver.resolve(loaded) as services:
        engine = databases.connect(services.database_url)
        try:
            databases.check(engine)
            queue = PageQueue(services.broker_url, loaded.queue_prefix)
            publisher, store = Publisher(queue.publish), open_store(services.raw_store_url)
            work = ArchiveImport(engine, store, wanted, publisher, utc_now, loaded.max_page_bytes)
            for step in work.run(archives):
                counts += step
        except OSError as error:
            raise InvalidInputError(f"The archive {error.filename} cannot be read: {error.strerror}.") from None
        finally:
            engine.dispose()
    if as_json:
        typer.echo(json.dumps({word: counts[word] for word in sorted(counts)}))
    else:
        typer.echo(f"{counts.pop('taken', 0):,} pages taken for {site}.")
        for word, count in sorted(counts.items()):
            typer.echo(f"{count:,} left out: {word}")
