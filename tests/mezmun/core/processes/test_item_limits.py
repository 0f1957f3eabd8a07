import resource

import pytest

from mezmun.core.processes import item_limits
from mezmun.core.processes.item_limits import limit_memory


def test_an_item_may_take_memory_by_its_size(monkeypatch):
    monkeypatch.setattr(item_limits, "BASE_MEMORY", 1_000_000)
    with limit_memory(10_000_000):
        assert len(bytes(300_000_000)) == 300_000_000
        with pytest.raises(MemoryError):
            bytes(500_000_000)


def test_the_limit_ends_with_the_item():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with limit_memory(1):
        assert resource.getrlimit(resource.RLIMIT_AS) != before
    assert resource.getrlimit(resource.RLIMIT_AS) == before
