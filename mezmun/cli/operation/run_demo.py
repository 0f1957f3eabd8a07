"""``mezmun demo``: the whole way of a page on three sample sites, with nothing else running."""

import os
import secrets
import socket
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from mezmun.cli import app
from mezmun.cli.groups import missing_package
from mezmun.core.counts import count_of

if TYPE_CHECKING:
    from db.documents import FullDocument
    from mezmun.core.settings import Settings
    from mezmun.core.sites.site_schema import Site
    from mezmun.demo.sample_site import SampleSite, Truth
    from services.resolver import Services

DASHBOARD_PORT: Final = 8000
PORTS: Final = {"news": 8801, "blog": 8802, "forum": 8803}
"""Where the sample sites are when these ports are free: a second run then finds its pages unchanged."""


@app.command(epilog="Example: `mezmun demo`")
@click.option(
    "--dashboard/--no-dashboard",
    default=sys.stdout.isatty(),
    help="End with the dashboard running; unset: on a terminal.",
)
def demo(dashboard: bool) -> None:
    """Crawl three small sample sites on the embedded default, and show what was stored.

    The sites (a news site, a blog, a forum, mostly in Uyghur) are served on 127.0.0.1 meanwhile; no network is used.
    Everything goes to the folder `demo` under MEZMUN_DATA_DIR, whatever database is configured. Exit code 1 when a
    paragraph of a sample is missing or a line of its noise was stored.
    """
    from mezmun.cli.operation.crawl_site import report, watch
    from mezmun.core import settings
    from mezmun.demo.server import serve
    from mezmun.supervisor import SupervisedCrawl
    from services.resolver import resolve

    configured = settings.load()
    unset = {"database_url": None, "broker_url": None, "raw_store": None}
    loaded = configured.model_copy(update={"data_dir": configured.data_dir / "demo", **unset})
    faults = 0
    with serve({kind: port for kind, port in PORTS.items() if _is_free(port)}) as served, resolve(loaded) as services:
        for sample in served.values():
            start = time.monotonic()
            progress = watch(
                SupervisedCrawl(_site(sample), loaded, services, max_pages=None, processes=os.cpu_count() or 1)
            )
            report(sample.name, progress, time.monotonic() - start)
            faults += _verify(sample, services.database_url)
            click.echo()
        _how_to_go_on(loaded)
        if dashboard and not faults and has_dashboard():
            _show_dashboard(services)
    sys.exit(1 if faults else 0)


def has_dashboard() -> bool:
    """Say whether the packages of the dashboard are installed; tell on standard error what to install when not."""
    if find_spec("fastapi"):
        return True
    click.secho(f"\n{missing_package(ModuleNotFoundError(name='fastapi'), 'dashboard')}", fg="yellow", err=True)
    return False


def _show_dashboard(services: "Services") -> None:
    """Serve the dashboard over what was stored, to a demo operator with a new password, until stopped."""
    from dashboard.first_start import set_password
    from db.access.tables import AccessRole
    from db.engine import open_engine
    from mezmun.cli.publication.run_dashboard import serve
    from mezmun.core.clock import utc_now

    password = secrets.token_urlsafe(12)
    port = DASHBOARD_PORT if _is_free(DASHBOARD_PORT) else DASHBOARD_PORT + 1000
    sign_in = f"Sign in as demo with the password {password}."
    with open_engine(services.database_url) as engine:
        set_password(engine, "demo", AccessRole.OPERATOR, password, utc_now, by="demo")
        click.echo()
        serve(engine, services, host="127.0.0.1", port=port, sign_in=sign_in)


def _verify(sample: "SampleSite", database_url: str) -> int:
    """Hold the stored texts against what is known of the sample's pages; print it, and count what is wrong."""
    from db.documents import get_document, list_documents
    from db.engine import open_engine
    from mezmun.demo.sample_site import NoiseKind

    with open_engine(database_url) as engine, engine.connect() as connection:
        lines = list_documents(connection, site=sample.name, limit=1000)
        documents = [get_document(connection, line.id) for line in lines]
    # All pages of a thread are in one document.
    stored = {url: each for each in documents for url in (each.line.url, *(post.url for post in each.thread))}
    unwanted = {NoiseKind.NAVIGATION, NoiseKind.ADVERT, NoiseKind.COPYRIGHT}
    missing: list[tuple[Truth, str]] = []
    leaked: list[tuple[Truth, str]] = []
    for truth in sample.truth:
        text = stored[truth.url].text if truth.url in stored else ""
        missing += [(truth, paragraph) for paragraph in truth.missing(text)]
        leaked += [(truth, noise.line) for noise in truth.leaked(text) if noise.kind in unwanted]
    paragraphs = sum(len(truth.paragraphs) for truth in sample.truth)
    click.echo(
        f"{paragraphs - len(missing)} of {paragraphs} paragraphs are stored, "
        f"{count_of(len(leaked), 'line')} of navigation, advertisement or copyright with them."
    )
    for name, wrong in (("missing", missing), ("not wanted", leaked)):
        for truth, line in wrong:
            click.secho(f"  {name}: {line[:100]} ({truth.url})", fg="red")
    first = next((stored[truth.url] for truth in sample.truth if truth.url in stored), None)
    if first is not None:
        _print_sample(first)
    return len(missing) + len(leaked)


def _print_sample(document: "FullDocument") -> None:
    way = document.provenance
    text = document.text if len(document.text) < 400 else f"{document.text[:400]} …"
    origin = (
        f"{document.line.url}: document {document.line.id}, {document.line.language},"
        f" {way.declared_encoding or 'nothing'} declared and {way.true_encoding} found,"
        f" {way.method} {way.method_version}, sha256 {way.sha256[:12]}…"
    )
    click.echo(f"\n{document.line.title or ''}\n\n{text}\n")
    click.secho(origin, dim=True)


def _how_to_go_on(loaded: "Settings") -> None:
    mezmun = Path(sys.argv[0])
    command = mezmun.relative_to(Path.cwd()) if mezmun.is_relative_to(Path.cwd()) else mezmun
    click.echo(
        f"""Look at what was stored:
    MEZMUN_DATA_DIR={loaded.data_dir} {command} dashboard
    MEZMUN_DATA_DIR={loaded.data_dir} {command} documents
    MEZMUN_DATA_DIR={loaded.data_dir} {command} show ID    # a number of that list

Crawl a site of your own:
    cp sites/examples/blog.yaml sites/my-blog.yaml    # then put its address in
    {command} sites check
    {command} crawl my-blog
or try an address at once:
    {command} crawl https://example.org/ --kind blog --max-pages 50"""
    )


def _site(sample: "SampleSite") -> "Site":
    from mezmun.core.sites import site_files

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{sample.name}.yaml"
        path.write_text(sample.definition, encoding="utf-8")
        return site_files.load(path)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
