"""``mezmun crawler``: the long-running half that fetches."""

import signal
import threading

import click

from mezmun.cli import app
from mezmun.cli.options import AT_LEAST_ONE
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError


@app.command(epilog="Example: `mezmun crawler` beside one or more `mezmun worker`; SIGTERM ends it cleanly.")
@click.option(
    "--idle", type=click.FloatRange(min=0.1), default=5.0, help="Seconds between two looks for a site that is due."
)
@click.option("--sites", "most_sites", type=AT_LEAST_ONE, default=200, help="Sites crawled at the same time.")
def crawler(idle: float, most_sites: int) -> None:
    """Crawl every site of the sites folder when it is due, for ever.

    Any number may run: a site, and a host, has one crawler at a time.
    A wrong site file is logged, and its site stays as it was; the others are crawled.
    A crawl that was broken off, even by a kill, goes on where it was. Exit code 0 after SIGTERM or Ctrl-C.
    """
    from crawler.process import supervision
    from crawler.process.alert_webhook import AlertWebhook
    from crawler.process.crawl_job import CrawlJob
    from db.engine import checked_engine
    from mezmun.core.clock import utc_now
    from mezmun.core.monitoring.endpoint import serving
    from mezmun.core.monitoring.log_lines import set_up_logging
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import resolve
    from services.watching import ServicesWatch

    loaded = settings.load()
    set_up_logging(loaded.log_level, loaded.log_format)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with resolve(loaded) as services, checked_engine(services.database_url) as engine:
        if not loaded.sites_dir.is_dir():  # a wrong file in it is logged, and stops none of the other sites
            where = f"There is no folder {loaded.sites_dir} of site files"
            raise ConfigurationError(f"{where}: make it, or set MEZMUN_SITES_DIR.")
        if loaded.alert_webhook is not None:
            webhook = AlertWebhook(engine, loaded.alert_webhook, utc_now)
            threading.Thread(target=webhook.run, args=(stop,), name="alerts", daemon=True).start()
        click.echo(f"Crawling the sites of the folder {loaded.sites_dir} as they fall due; Ctrl-C ends.", err=True)
        queue = PageQueue(services.broker_url, loaded.queue_prefix)
        watch = ServicesWatch(engine, queue, services.raw_store_url, utc_now)
        with serving(loaded.metrics_address, watch.installation()):
            supervision.keep_crawling(
                engine, lambda: CrawlJob.of(loaded, services, most_sites=most_sites, idle=idle), stop
            )
