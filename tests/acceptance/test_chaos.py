"""Two crawlers and three workers under thirty faults: what they store is what an undisturbed run stores.

``MEZMUN_CHAOS_SEED`` gives other faults; ``make chaos`` does ten times as many.
"""

import os

import pytest

from tests.acceptance.chaos.campaign import run
from tests.acceptance.chaos.private_services import rabbitmq_scripts

SEED = 720_410
"""The same faults each time, so that a test that fails was broken by a change; ``make chaos`` draws others."""
FAULTS = 30
PAGES = 1000
"""Some thirty for each fault."""


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.timeout(1200)
def test_under_thirty_faults_documents_posts_and_outcomes_are_those_of_an_undisturbed_run(tmp_path):
    if rabbitmq_scripts() is None:
        reason = "RabbitMQ's own programs are not installed, of which the campaign starts a private node"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    seed = int(os.environ.get("MEZMUN_CHAOS_SEED") or SEED)
    report = run(tmp_path, seed=seed, faults=FAULTS, pages=PAGES)
    assert report.wrong == [], f"MEZMUN_CHAOS_SEED={seed} gives these faults again"
    assert report.documents > PAGES / 2
