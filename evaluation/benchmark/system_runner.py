"""A system in a worker process of its own, which may hang, crash or be killed on a page without harm to the run."""

import tempfile
from dataclasses import replace
from pathlib import Path

from evaluation.benchmark.system_task import MeasuredExtraction, PageJob, SystemAnswer
from evaluation.benchmark.systems import System
from evaluation.data.datasets import LabelledPage
from mezmun.core.errors import UnavailableError
from mezmun.core.processes.process_pool import ProcessPool

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore"}
"""Extractors iterate over sets: the same order in every run. Warnings would fill the log."""


class SystemRunner:
    """One system, one process at a time; a new one after a page that killed it. Use it in a ``with`` block."""

    def __init__(self, system: System, page_seconds: float) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="mezmun-system-")
        self._pool = ProcessPool(
            MeasuredExtraction(system, page_seconds),
            workers=1,
            item_seconds=page_seconds,
            max_resident=None,  # what a system keeps is measured
            environment=_ENVIRONMENT,
            log=Path(self._folder.name) / "output.log",
        )
        self._broken: str | None = None
        self._peak_mb = 0.0

    def __enter__(self) -> "SystemRunner":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def answer(self, page: LabelledPage, site_pages: tuple[LabelledPage, ...] = ()) -> SystemAnswer:
        """Give what the system makes of this page; a hang, a crash or a death is an answer with an error.

        A system that learns is taught the site by ``site_pages`` before its first page of that site. One that does not
        start answers every page with the reason.
        """
        if self._broken is None:
            try:
                (answer,) = self._pool.run([PageJob(page, site_pages)])
            except UnavailableError as error:
                self._broken = str(error)
            else:
                self._peak_mb = max(self._peak_mb, answer.peak_mb)
                return replace(answer, peak_mb=self._peak_mb)
        return SystemAnswer("", self._broken, 0.0, self._peak_mb, 0.0)

    def stop(self) -> None:
        """End the process."""
        self._pool.stop()
        self._folder.cleanup()
