from db.monitoring.open_alerts import open_alerts


def test_a_site_that_is_down_is_an_alert(world):
    world.site("quiet")
    world.site("news")
    world.connection.exec_driver_sql("UPDATE sites SET failures = 9 WHERE name = 'news'")
    assert [alert.site for alert in open_alerts(world.connection, now=world.now)] == ["news"]
