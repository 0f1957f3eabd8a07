from datetime import timedelta

from sqlalchemy import text

from db import site_control


def test_a_site_is_paused_resumed_and_made_due(world):
    world.site()

    def row():
        return world.connection.execute(text("SELECT paused_at, next_due_at FROM sites")).one()

    site_control.pause_site(world.connection, "news", now=world.now)
    site_control.pause_site(world.connection, "news", now=world.now + timedelta(days=1))
    assert row().paused_at == world.now
    site_control.resume_site(world.connection, "news")
    assert row().paused_at is None
    world.connection.execute(text("UPDATE sites SET next_due_at = now() + interval '1 day'"))
    site_control.make_site_due(world.connection, "news", now=world.now)
    assert row().next_due_at == world.now
    assert site_control.site_config(world.connection, "news")["kind"] == "news"
    assert site_control.site_config(world.connection, "none") == {}
