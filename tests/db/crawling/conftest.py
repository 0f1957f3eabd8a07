import pytest
from sqlalchemy import text


@pytest.fixture
def execute(engine):
    def run(statement, **values):
        with engine.begin() as connection:
            return connection.execute(text(statement), values)

    return run
