"""The whole way of a page, bytes to text, by every method, on pages made to break it.

With ``MEZMUN_FUZZ_SECONDS`` the mutations go on for so long, on the labelled pages as well when they are at hand.
"""

import os
import random
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mezmun.core.processes.process_pool import ProcessPool
from workers.bulk.input.items import Place, SourcePage

pytestmark = pytest.mark.slow

FOLDER = str(Path(__file__).parent)
sys.path.insert(0, FOLDER)

from fuzzing import SEEDS, TOKENS, EveryMethod, hostile, mutated, seeds  # noqa: E402

SECONDS = float(os.environ.get("MEZMUN_FUZZ_SECONDS", "8"))
SCALE = float(os.environ.get("MEZMUN_FUZZ_SCALE", "0.02"))
PAGE_SECONDS = 60.0 if SCALE <= 0.1 else 600.0
"""On the clock by all methods together, and a sixth of it of processor time by one: more than the worst takes."""


@pytest.fixture
def every_method(monkeypatch):
    """A process beside this one that takes pages through every method, killed when it hangs."""
    monkeypatch.setenv("PYTHONPATH", FOLDER)
    with ProcessPool(EveryMethod(), 1, PAGE_SECONDS) as processes:
        yield processes


def check(name, outcomes, slowest, megabytes, most_megabytes):
    assert not isinstance(outcomes, str), f"{name}: {outcomes}"
    assert slowest[0] < PAGE_SECONDS / 6, f"{name}: {slowest}"
    assert megabytes < most_megabytes, f"{name}: {megabytes} MB"


@pytest.mark.timeout(SECONDS + 300)
def test_changed_pages_end_as_an_outcome(every_method):
    folder = os.environ.get("MEZMUN_LABELLED_DATA")
    pages = seeds(Path(folder) if folder and SECONDS > 60 else None)
    end = time.monotonic() + SECONDS

    def changed():
        number = 0
        while time.monotonic() < end:
            yield SourcePage(Place(f"mutation {number}"), mutated(random.Random(number), pages))
            number += 1

    for result in every_method.run(changed()):
        check(*result, most_megabytes=1000)


@pytest.mark.timeout(3600 if SCALE > 0.1 else 300)
def test_hostile_pages_end_as_an_outcome(every_method):
    pages = (SourcePage(Place(name), body) for name, body in hostile(SCALE).items())
    for result in every_method.run(pages):
        check(*result, most_megabytes=2000 if SCALE > 0.1 else 500)


PIECES = st.one_of(st.sampled_from(TOKENS), st.sampled_from([seed.encode() for seed in SEEDS]), st.binary(max_size=20),
                   st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")))  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=30).map(b"".join))
def test_random_pages_end_as_an_outcome(body):
    _, outcomes, _, _ = EveryMethod()(SourcePage(Place("random"), body))
    assert all(outcomes)
