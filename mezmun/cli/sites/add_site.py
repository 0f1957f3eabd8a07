"""``mezmun sites add``: look at a site, and write a site file for it."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.options import Member, json_option
from mezmun.cli.sites.check_sites import sites
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError, InvalidInputError, UsageError
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import Site, SiteKind

if TYPE_CHECKING:
    from crawler.probing.site_probe import ProbedSite


@sites.command(
    epilog="Examples: `mezmun sites add https://blog.example.org/` · "
    "`mezmun sites add https://bbs.example.org/ --dry-run`"
)
@click.argument("url", help="Address of the site's first page.")
@click.option("--name", help="Name of the site [default: made from its host].")
@click.option("--kind", type=Member(SiteKind), help="What the site is [default: as it looks].")
@click.option("--dry-run", is_flag=True, help="Print the file, and write nothing.")
@json_option("What was seen, and the file, as one JSON object on standard output.")
def add(url: str, name: str | None, kind: SiteKind | None, dry_run: bool, as_json: bool) -> None:
    """Look at a site (platform, feeds, sitemaps, language, encoding) and write a commented file for it.

    Two dozen requests at the most, by robots.txt and with a pause between them. A file that is there is never
    written over.
    """
    from crawler.fetching.one_off_fetch import OneOffFetcher
    from crawler.probing.site_draft import draft
    from crawler.probing.site_probe import probe
    from mezmun.core.clock import utc_now

    loaded = settings.load()
    folder = loaded.sites_dir
    name = name or Site.from_url(url).name
    path = _free_path(folder, name)
    with OneOffFetcher.of(loaded, url) as fetcher:
        probed = probe(url, fetcher, kind=kind, tell=lambda address: click.echo(f"Looking at {address}", err=True))
    text = draft(probed, name, today=utc_now().date())
    if not dry_run:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None
    if as_json:
        print_json({**_record(probed), "name": name, "path": None if dry_run else str(path), "file": text})
    elif dry_run:
        print(text, end="")
    else:
        click.echo(f"{path} is written; `mezmun sites try {name}` shows what is made of its links.")


def _free_path(folder: Path, name: str) -> Path:
    """Give the path of a new site file.

    Raises:
        InvalidInputError: there is a site of this name.
        UsageError: the name is none.
    """
    if fault := site_files.fault_of_name(name):
        raise UsageError(f"{name!r} is no name of a site, which {fault}.")
    for path in site_files.site_files(folder):
        if path.stem == name:
            raise InvalidInputError(f"There is a site {name!r} already, {path}; give another one with --name.")
    return folder / f"{name}.yaml"


def _record(probed: "ProbedSite") -> dict[str, object]:
    match = probed.platform
    return {
        "url": probed.url,
        "kind": probed.kind,
        "kind_reason": probed.kind_reason,
        "platform": match and match.platform.platform,
        "platform_evidence": match and match.evidence,
        "language": probed.language.code,
        "script": probed.language.script,
        "encoding": probed.encoding,
        "feeds": [asdict(each) for each in probed.feeds],
        "sitemaps": [asdict(each) for each in probed.sitemaps],
        "crawl_delay": probed.crawl_delay,
        "forum": probed.forum and asdict(probed.forum),
        "links": dict(probed.roles),
    }
