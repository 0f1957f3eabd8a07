"""``mezmun sites try``: what a site's rules make of the links of a page, and what changed rules would change."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.database import database_transaction
from mezmun.cli.json_output import print_json
from mezmun.cli.options import PATH, Member, json_option
from mezmun.cli.sites.check_sites import sites
from mezmun.cli.tables import print_table
from mezmun.core import settings
from mezmun.core.counts import count_of
from mezmun.core.errors import UnavailableError
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import Site, SiteKind
from mezmun.core.web.web_address import readable

if TYPE_CHECKING:
    from crawler.probing.link_trace import LinkTrace
    from crawler.probing.rule_changes import FileTrial


@sites.command(
    name="try",
    epilog="Examples: `mezmun sites try my-site` · `mezmun sites try https://blog.example.org/ --kind blog` · "
    "`mezmun sites try my-site --file changed.yaml`",
)
@click.argument("target", metavar="NAME|URL", help="A site, whose first seed is looked at; or the address of a page.")
@click.option(
    "--file",
    type=PATH,
    help="A changed file of the site: its rules hold, and what they change over the known pages is said.",
)
@click.option("--page", help="With NAME: the page to look at instead of the first seed.")
@click.option(
    "--kind", type=Member(SiteKind), default=str(SiteKind.NEWS), help="With a URL of no site: what the site is."
)
@json_option("One JSON object on standard output, for machines.")
def try_site(target: str, file: Path | None, page: str | None, kind: SiteKind, as_json: bool) -> None:
    """Show each link of a page with its role and the rule that gave it; fetches that one page, by robots.txt.

    With `--file` it also counts, over the pages in the database, what would be skipped, have another role or address.
    """
    url = target if "://" in target else page
    known = _site_of(target, kind)
    changed = None if file is None else site_files.load(file).model_copy(update={"name": known.name})
    trace = _trace(url or known.seeds[0], changed or known)
    pages = None if changed is None else _changes(known, changed)
    if as_json:
        print_json({"site": known.name, **_record(trace, pages)})
        return
    _print_links(trace)
    if pages is not None:
        _print_changes(pages)


def _site_of(target: str, kind: SiteKind) -> Site:
    """Give the site of a name or of a page's address; an address of no site makes one with every default."""
    folder = settings.load().sites_dir
    if "://" not in target:
        return site_files.find(folder, target)
    known = site_files.load_all(folder).values()
    return next((site for site in known if site.allows(target)), None) or Site.from_url(target, kind)


def _trace(url: str, site: Site) -> "LinkTrace":
    from crawler.fetching.one_off_fetch import OneOffFetcher
    from crawler.probing.link_trace import trace_links
    from normalization import ContentKind, sniff

    with OneOffFetcher.of(settings.load(), url) as fetcher:
        answer = fetcher.fetch(url)
    content = sniff(answer.body, answer.content_type)
    if content.kind is not ContentKind.HTML:
        raise UnavailableError(f"{url} is no page: {content.reason}. Name one with --page.")
    return trace_links(content.text, answer.url, site, encoding=content.decoded.encoding)


def _changes(known: Site, changed: Site) -> "FileTrial":
    from crawler.probing.rule_changes import try_file

    with database_transaction() as connection:
        return try_file(connection, known, changed)


def _record(trace: "LinkTrace", pages: "FileTrial | None") -> dict[str, object]:
    links = [asdict(link) for link in trace.links]
    record: dict[str, object] = {"page": trace.url, "role": trace.role, "links": links}
    if pages is not None:
        record |= {"known_pages": pages.known, "changes": [asdict(change) for change in pages.changes]}
    return record


def _print_links(trace: "LinkTrace") -> None:
    rows = []
    for link in trace.links:
        rule = f"{link.rule}: {link.pattern}" if link.pattern else link.rule
        rows.append((link.role, link.kind, "yes" if link.followed else "no", rule, readable(link.url)))
    title = f"{readable(trace.url)}: {trace.role}, {count_of(len(trace.links), 'link')}"
    print_table(("role", "of a", "followed", "rule", "address"), rows, title=title, cut=("rule", "address"))


def _print_changes(pages: "FileTrial") -> None:
    if not pages.changes:
        click.echo(f"Nothing changes for the {count_of(pages.known, 'known page')}.")
    for change in pages.changes:
        what = f"{change.kind}: {change.before} → {change.after}"
        click.echo(f"{what}: {change.pages:,} of {count_of(pages.known, 'page')}, {change.documents:,} with a document")
        for url in change.samples:
            click.echo(f"    {readable(url)}")
