"""``mezmun import``: web archives become pages of a site."""

from collections import Counter

import click

from mezmun.cli import app
from mezmun.cli.exit_codes import end_without_text
from mezmun.cli.json_output import print_json
from mezmun.cli.options import SOURCE, json_option, stoppable
from mezmun.core.counts import count_of
from mezmun.core.errors import InvalidInputError


@app.command("import", epilog="Example: `mezmun import crawl-*.warc.gz --site old-forum`")
@click.argument("archives", type=SOURCE, nargs=-1, required=True, help="Web archives (WARC, WACZ).")
@click.option("--site", required=True, help="The site whose hosts and rules decide what is taken.")
@json_option("The counts as one JSON object.")
@stoppable("The same command takes what is left.")
def import_archives(archives: tuple[str, ...], site: str, as_json: bool) -> None:
    """Take the pages of web archives into a site, as if they had been fetched when they were archived.

    The workers (`mezmun worker`) make documents of them. Called again, it takes what is new. What was taken down stays
    away, and of pages that are stored only newer captures are taken. Exit code 3: the archives hold no page.
    """
    from crawler.fetching.publishing import Publisher
    from db.crawling.raw_store import open_raw_store
    from db.engine import checked_engine
    from mezmun.archive_import import ArchiveImport
    from mezmun.core import settings
    from mezmun.core.clock import utc_now
    from mezmun.core.queue.page_queue import PageQueue
    from mezmun.core.sites import site_files
    from services.resolver import resolve
    from workers.bulk.input import sources
    from workers.bulk.input.items import PassedOver

    try:
        sources.check_web_archives(archives)
    except OSError as error:
        raise InvalidInputError(f"The archive {error.filename} cannot be read: {error.strerror}.") from None
    loaded = settings.load()
    wanted = site_files.find(loaded.sites_dir, site)
    counts: Counter[str] = Counter(taken=0)
    with resolve(loaded) as services, checked_engine(services.database_url) as engine:
        try:
            queue = PageQueue(services.broker_url, loaded.queue_prefix)
            publisher, store = Publisher(queue.publish), open_raw_store(engine, services.raw_store_url)
            work = ArchiveImport(engine, store, wanted, publisher, utc_now, loaded.max_page_bytes)
            for step in work.run(archives):
                counts.update(step)
        except OSError as error:
            raise InvalidInputError(f"The archive {error.filename} cannot be read: {error.strerror}.") from None
    if as_json:
        print_json({word: counts[word] for word in sorted(counts)})
    else:
        click.echo(f"{count_of(counts['taken'], 'page')} taken for {site}.")
        for word, count in sorted(counts.items()):
            if word != "taken":
                click.echo(f"{count:,} left out: {word}")
    if counts["taken"]:
        click.echo("The workers make documents of them: start `mezmun worker` where none runs.", err=True)
    if damaged := counts["damaged"]:
        raise InvalidInputError(
            f"Of what was read, {count_of(damaged, 'stretch is', 'stretches are')} damaged; all that could be read"
            " was read."
        )
    if not counts["taken"] and counts.keys() <= {"taken", *PassedOver}:
        end_without_text(f"There is no page in {', '.join(archives)}.")
