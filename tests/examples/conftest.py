import pytest
from sqlalchemy import text

from db.removal.takedown import take_down_page
from mezmun.core.clock import utc_now
from tests.dashboard.conftest import address, queue, raw, resources, stored, token  # noqa: F401


@pytest.fixture
def withdraw(engine):
    """Take a page down, so that its document is withdrawn."""

    def take_down(url):
        with engine.begin() as connection:
            assert connection.scalar(text("SELECT count(*) FROM pages WHERE url = :url"), {"url": url}) == 1
            take_down_page(connection, url, now=utc_now())

    return take_down
