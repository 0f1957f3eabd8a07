import pytest

from tests.db.world import World


@pytest.fixture
def world(engine):
    """A world on one transaction of a fresh database."""
    with engine.begin() as connection:
        yield World(connection)
