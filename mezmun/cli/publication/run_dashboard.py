"""``mezmun dashboard``: the web application, for as long as it runs."""

import gc
import socket
from typing import TYPE_CHECKING

import click

from mezmun.cli import app
from mezmun.core.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine

    from services.resolver import Services


@app.command(epilog="Examples: `mezmun dashboard` · `mezmun dashboard --port 9000`")
@click.option(
    "--host", default="127.0.0.1", help="Address to listen on; others than this machine's need TLS before it."
)
@click.option("--port", type=click.IntRange(min=1, max=65535), default=8000, help="Port to listen on.")
@click.option("--name", multiple=True, help="Name it may be asked under, beside 127.0.0.1 and localhost.")
def dashboard(host: str, port: int, name: tuple[str, ...]) -> None:
    """Serve the operator's pages, and the feed of documents, until stopped.

    The first start makes an operator and prints the password, this once; `mezmun operator set` makes others. Programs
    read `/api/v1/documents` with a token that `mezmun token create` makes.
    """
    from dashboard.first_start import FIRST_OPERATOR, make_first_operator
    from db.engine import checked_engine
    from mezmun.core import settings
    from mezmun.core.clock import utc_now
    from services.resolver import resolve

    loaded = settings.load()
    check_address(host, port)  # before a password is shown
    with resolve(loaded) as services, checked_engine(services.database_url, for_many=True) as engine:
        password = make_first_operator(engine, utc_now)
        sign_in = f"Sign in as {FIRST_OPERATOR} with the password {password} (shown this once)." if password else ""
        serve(engine, services, host=host, port=port, names=name, sign_in=sign_in)


def check_address(host: str, port: int) -> None:
    """Raise ConfigurationError unless an address is free to listen on."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        raise ConfigurationError(
            f"The dashboard cannot listen on {host}, port {port}: {error.strerror}. --host and --port choose another."
        ) from None


def serve(
    engine: "Engine", services: "Services", *, host: str, port: int, names: "Sequence[str]" = (), sign_in: str = ""
) -> None:
    """Serve the dashboard until stopped; says where it is, and ``sign_in``, on standard error."""
    import uvicorn

    from crawler.probing.rule_changes import try_file
    from crawler.schedule.site_addresses import pages_at_sites
    from dashboard.app import make_app
    from dashboard.export.export_folder import FOLDER
    from dashboard.resources import Resources
    from db.crawling.raw_store import open_raw_store
    from mezmun.core import settings
    from mezmun.core.clock import utc_now
    from mezmun.core.monitoring.endpoint import serving
    from mezmun.core.monitoring.log_lines import set_up_logging
    from mezmun.core.queue.page_queue import PageQueue
    from services.watching import ServicesWatch
    from workers.present_versions import PRESENT_VERSIONS

    loaded = settings.load()
    set_up_logging(loaded.log_level, loaded.log_format)
    queue = PageQueue(services.broker_url, loaded.queue_prefix)
    raw, exports = open_raw_store(engine, services.raw_store_url), loaded.data_dir.absolute() / FOLDER
    resources = Resources(engine, raw, utc_now, exports, queue, try_file, pages_at_sites, PRESENT_VERSIONS)
    click.echo(f"The dashboard is at http://{host}:{port}/ until Ctrl-C. {sign_in}".strip(), err=True)
    with serving(loaded.metrics_address, ServicesWatch(engine, queue, services.raw_store_url, utc_now).installation()):
        application = make_app(resources, ["127.0.0.1", "localhost", host, *names])
        gc.freeze()  # what is loaded by now stays: to go through it again and again is a seventh of the feed's work
        uvicorn.run(
            application,
            host=host,
            port=port,
            log_config=None,  # its lines are as all others
            access_log=False,  # its lines have what was searched for
            server_header=False,
            timeout_keep_alive=75,  # seconds: proxies keep a connection for 60, and must not find it closed
        )
