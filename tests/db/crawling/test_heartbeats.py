import uuid
from dataclasses import replace
from datetime import timedelta

from db.crawling import heartbeats
from db.crawling.heartbeats import LiveProcess, ProcessKind
from tests.db.world import NOW


def test_a_process_lives_while_it_says_so(engine):
    crawler = LiveProcess(uuid.uuid4(), ProcessKind.CRAWLER, "here", 1, NOW, NOW)
    worker = LiveProcess(uuid.uuid4(), ProcessKind.WORKER, "there", 2, NOW, NOW)
    later = NOW + timedelta(seconds=20)
    with engine.begin() as connection:
        for process in (crawler, worker, replace(crawler, seen_at=later)):
            heartbeats.beat(connection, process)

        def live(now):
            return [
                process.id for kind in ProcessKind for process in heartbeats.live_processes(connection, kind, now=now)
            ]

        assert live(later) == [crawler.id, worker.id]
        assert live(NOW + timedelta(seconds=30)) == [crawler.id]
        heartbeats.end(connection, crawler.id)
        assert live(NOW) == [worker.id]
        heartbeats.forget_the_dead(connection, before=later)
        assert live(NOW) == []
