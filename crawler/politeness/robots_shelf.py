"""The robots.txt files that all crawler processes share, so that each is asked for once a day."""

import asyncio
from concurrent.futures import Executor

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from db.crawling import robots_files
from db.crawling.robots_files import StoredRobots


class RobotsShelf:
    """The table of robots.txt files, asked in a thread. Without a database each process asks for itself.

    Args:
        engine: the database of this process.
        threads: where what waits for the database is done.
    """

    def __init__(self, engine: Engine, threads: Executor) -> None:
        self._engine = engine
        self._threads = threads

    async def load(self, origin: str) -> StoredRobots | None:
        """Give the file as it was last asked for."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._load, origin)

    async def save(self, file: StoredRobots) -> None:
        """Keep a file."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._save, file)

    def _load(self, origin: str) -> StoredRobots | None:
        try:
            with self._engine.connect() as connection:
                return robots_files.load_robots(connection, origin)
        except DBAPIError:
            return None

    def _save(self, file: StoredRobots) -> None:
        try:
            with self._engine.begin() as connection:
                robots_files.save_robots(connection, file)
        except DBAPIError:
            return
