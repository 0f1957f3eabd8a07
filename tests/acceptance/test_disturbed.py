"""Killed or robbed in the middle, and started again: the documents are those of an undisturbed run."""

import os
import signal

import psutil
import pytest
from sqlalchemy import text

from db.engine import connect
from mezmun.core.errors import MezmunError
from mezmun.core.outcomes import Outcome

pytestmark = pytest.mark.parametrize("cluster", ["embedded"], indirect=True)
"""With RabbitMQ, the campaign of ``test_chaos`` does all of this."""

MIDDLE = 8
"""Pages fetched when the disturbance comes; the sample has 27."""


class Once:
    """Does something once, when a job has come to its middle."""

    def __init__(self, do):
        self._do = do
        self.done = False

    def __call__(self, progress):
        if not self.done and progress.fetched >= MIDDLE:
            self.done = True
            self._do()


def kill(word):
    """Kill the child whose command line holds a word, with all of its own children, as a machine that dies does."""
    for child in psutil.Process().children():
        if word in child.cmdline():
            for process in (*child.children(recursive=True), child):
                os.kill(process.pid, signal.SIGKILL)
            return
    pytest.fail(f"no child runs {word}")


def rob(job):
    """Empty the broker by hand."""
    engine = connect(job.services.database_url)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM broker.kombu_message"))
    engine.dispose()


@pytest.fixture(scope="session")
def _expected():
    """What an undisturbed run gave, so that it is made once."""
    return {}


@pytest.fixture
def undisturbed(_expected, samples, job_for, texts):
    if not _expected:
        job_for(samples["news"], "undisturbed").run(lambda _: None)
        _expected.update(texts("undisturbed"))
        assert len(_expected) == 12
    return _expected


@pytest.fixture
def job(samples, job_for):
    return job_for(samples["news"], "disturbed")


def check(progress, job, expected, texts):
    """Every page fetched has its outcome, and the texts are the same."""
    assert progress.waiting == 0
    assert progress.outcomes[Outcome.STORED] == len(expected)
    assert texts("disturbed") == expected


def test_a_worker_killed_in_the_middle(undisturbed, job, texts):
    disturb = Once(lambda: kill("worker"))
    progress = job.run(disturb)
    assert disturb.done
    check(progress, job, undisturbed, texts)


def test_a_crawler_killed_in_the_middle(undisturbed, job, texts):
    disturb = Once(lambda: kill("crawler.process.crawl_process"))
    with pytest.raises(MezmunError, match="-9"):
        job.run(disturb)
    assert texts("disturbed") != undisturbed
    check(job.run(lambda _: None), job, undisturbed, texts)


def test_a_broker_emptied_in_the_middle(undisturbed, job, texts):
    disturb = Once(lambda: rob(job))
    progress = job.run(disturb)
    assert disturb.done
    check(progress, job, undisturbed, texts)
