"""``mezmun takedown``: remove a page or a site for good, and list what was."""

from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import PATH, confirm, json_option, stoppable, yes_option
from mezmun.cli.tables import print_table
from mezmun.cli.text.text_source import chunks
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of
from mezmun.core.errors import ConfigurationError, InvalidInputError, UnavailableError, UsageError
from mezmun.core.sites import site_files
from mezmun.core.web.web_address import bare_host_of, check_address, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

    from db.crawling.found_pages import FoundPage
    from db.removal.takedown import TakenDown


@app.command(
    epilog="Examples: `mezmun takedown https://example.org/2024/post-17` · `mezmun takedown --document 12` ·"
    " `mezmun takedown --site example` · `mezmun takedown --text page.txt --json` · `mezmun takedown --list`"
)
@click.argument("url", required=False, help="The page's URL, of a thread that of any of its pages.")
@click.option("--site", help="Take down this whole site.")
@click.option("--text", type=PATH, help="Take down the pages with the text of this file, or nearly.")
@click.option("--document", type=int, help="Take down the page of this document, of a thread all its pages.")
@click.option("--list", "is_list", is_flag=True, help="List what was taken down, the latest first, and change nothing.")
@yes_option
@json_option("Say what went as JSON; one object a line for each that --list lists.")
@stoppable("The same command completes what was begun.")
def takedown(
    url: str | None,
    site: str | None,
    text: Path | None,
    document: int | None,
    is_list: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Remove a page or a site for good: its bytes, its texts, its documents. It is never fetched again.

    A page of a thread goes with all pages of the thread, which are one document, and no later one is fetched. A page
    that has not been fetched yet is barred beforehand, at each site that may ask for its host.
    """
    from dashboard.export.export_folder import FOLDER, remove_outdated
    from db.access.audit import OperatorAction
    from db.crawling.raw_store import open_raw_store
    from db.engine import checked_engine
    from db.removal.raw_deletions import delete_waiting, still_stored
    from db.removal.takedown import TakenDown
    from services.resolver import resolve

    if sum(each is not None for each in (url, site, text, document, is_list or None)) != 1:
        raise UsageError("Give either a page's URL, or --site with a name, --text with a file, --document, or --list.")
    if is_list:
        _list(as_json)
        return
    if url is not None:
        check_address(url)
    loaded = settings.load()
    with resolve(loaded) as services, checked_engine(services.database_url) as engine:
        target = _target(engine, url, site, text, document)
        if not yes:
            confirm(f"Take down {target.question} for good? This cannot be undone.")
        if url is not None:
            _add_sites_on(engine, loaded.sites_dir, url)
        with engine.begin() as connection:
            all_gone = target.take(connection, utc_now())
            gone = TakenDown(*(sum(counts) for counts in zip(*map(astuple, all_gone), strict=True)))
            log_command(
                connection, OperatorAction.TAKE_DOWN, target.subject, pages=gone.pages, documents=gone.documents
            )
        remove_outdated(engine, loaded.data_dir / FOLDER)  # those of another machine go when its dashboard looks
        left: UnavailableError | None = None
        try:
            delete_waiting(engine, open_raw_store(engine, services.raw_store_url))
        except UnavailableError as error:
            gone, left = replace(gone, raw_pages=0), still_stored(engine, error)
        _report(gone, as_json)
        if left is not None:
            raise left


def _report(gone: "TakenDown", as_json: bool) -> None:
    """Print what is gone."""
    if gone.pages:
        click.echo("Exports that you made and backups of before still have it: make them anew.", err=True)
    if as_json:
        print_json(asdict(gone))
    elif not gone.pages:
        click.echo("No page has this address yet; it is barred, and is never fetched.")
    else:
        click.echo(
            f"Taken down: {count_of(gone.pages, 'page')}. Removed: {count_of(gone.documents, 'document')},"
            f" {count_of(gone.extractions, 'extraction')}, {count_of(gone.raw_pages, 'raw page')}."
        )


@dataclass(frozen=True, slots=True)
class _Target:
    """What is to go."""

    what: str
    """For the question whether to."""
    subject: str
    """For the log of what operators change."""
    take: "Callable[[Connection, datetime], list[TakenDown]]"
    """Takes it down at a time."""
    pages: int = 0
    """Those that are known, if they may be more than those that were named."""
    named: int = 1

    @property
    def question(self) -> str:
        """What goes, with how many pages where these are more than were named."""
        more = self.pages > max(1, self.named)
        return f"{self.what} with all that belongs to it, {self.pages:,} pages," if more else self.what


def _target(engine: "Engine", url: str | None, site: str | None, text: Path | None, document: int | None) -> _Target:
    """Find what is to go, one of these; what is not there is not asked about."""
    from db.documents import get_document
    from db.removal import takedown
    from db.sites import site_config

    if text is not None:
        near = _near(engine, text)
        what = "this document" if len(near) == 1 else f"these {len(near):,} documents"
        with engine.connect() as connection:
            pages = takedown.pages_of_documents(connection, near)
        return _of_addresses([*near.values()], what, len(pages))
    with engine.connect() as connection:
        if site is not None:
            site_config(connection, site)
            return _Target(
                f"the site {site} with all its pages",
                site,
                lambda connection, now: [takedown.take_down_site(connection, site, now=now)],
            )
        if document is not None:
            address = get_document(connection, document).line.url
            return _Target(
                f"document {document} ({address})",
                f"document {document}",
                lambda connection, now: [takedown.take_down_document(connection, document, now=now)],
                len(takedown.pages_of_documents(connection, [document])),
            )
        address = url or ""
        pages = takedown.pages_at(connection, address, _at_sites(connection, address))
        return _of_addresses([address], address, len(pages))


def _of_addresses(urls: list[str], what: str, pages: int) -> _Target:
    """Give the pages with some addresses."""
    from db.removal.takedown import take_down_page

    def take(connection: "Connection", now: datetime) -> "list[TakenDown]":
        return [take_down_page(connection, each, now=now, at_sites=_at_sites(connection, each)) for each in urls]

    return _Target(what, ", ".join(urls), take, pages, len(urls))


def _at_sites(connection: "Connection", url: str) -> "list[FoundPage]":
    from crawler.schedule.site_addresses import pages_at_sites

    return pages_at_sites(connection, url)


def _list(as_json: bool) -> None:
    """List what was taken down, a line each."""
    from db.removal.tombstone_list import list_tombstones

    with database_transaction() as connection:
        rows = list_tombstones(connection)
    if as_json:
        for row in rows:
            print_json(row._asdict())
    elif rows:
        cells = [
            (f"{row.at:%Y-%m-%d %H:%M}", row.kind, row.site, f"{row.pages:,}", readable(row.url or "")) for row in rows
        ]
        print_table(("when (UTC)", "kind", "site", "addresses", "address"), cells, cut=("address",))
    else:
        click.echo("Nothing was taken down.")


def _add_sites_on(engine: "Engine", folder: Path, url: str) -> None:
    """Let the database know sites that no crawl has begun, if they may ask for a page."""
    from db.sites import sites_on, sync_site

    for path in site_files.site_files(folder):
        with suppress(ConfigurationError):  # a file that is wrong keeps nothing from being taken down
            site = site_files.load(path)
            with engine.begin() as connection:
                if bare_host_of(url) in site.crawled_hosts and site.name not in sites_on(connection, bare_host_of(url)):
                    sync_site(connection, site, now=utc_now())


def _near(engine: "Engine", text: Path) -> dict[int, str]:
    """List the documents with a text, or nearly, on standard error; give their URLs by their numbers."""
    from db.duplicates.clusters import like
    from workers.text_signatures import are_near, sign

    words = "".join(chunks([str(text)]))
    with engine.connect() as connection:
        rows = like(connection, sign(words), are_near)
    if not rows:
        raise InvalidInputError(f"No document has the text of {text}, or nearly.")
    for row in rows:
        click.echo(f"{row.page_id:>10}  {row.site}  {row.url}  {count_of(row.characters, 'character')}", err=True)
    return {row.page_id: row.url for row in rows}
