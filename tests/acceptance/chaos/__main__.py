"""Crawlers and workers under faults, against a run without: ``python -m tests.acceptance.chaos --help``.

The services are private: a PostgreSQL, a RabbitMQ and disks that nothing else uses. The seed that is printed gives the
same faults in the same order again; when exactly each comes depends on how far the work is.
"""

import argparse
import random
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.acceptance.chaos.campaign import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance.chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--keep", type=Path, help="empty folder for the logs, which then stay")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that services end and disks are unmounted
    with tempfile.TemporaryDirectory(prefix="mezmun-chaos-") as temporary:
        folder = options.keep or Path(temporary)
        say = partial(print, flush=True)
        report = run(folder, seed=options.seed, faults=options.faults, pages=options.pages, say=say)
    print(
        f"seed {report.seed}: {report.faults} faults, {report.documents} documents of {report.pages} pages,"
        f" {report.again} pages begun again; {report.undisturbed_seconds:.0f} s without faults,"
        f" {report.disturbed_seconds:.0f} s with; {len(report.wrong)} differences"
    )
    for line in report.wrong:
        print(line)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
