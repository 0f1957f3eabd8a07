"""A change of the feed as a CloudEvent (version 1.0, JSON format; cloudevents.io)."""

from typing import Any

from db.publication.changes import FeedEntry


def event_of(entry: FeedEntry) -> dict[str, Any]:
    """Give the event of a change: its id is the position in the feed, its data what a line of the feed has.

    Who gets an event again knows it by its id.
    """
    return {
        "specversion": "1.0",
        "id": str(entry.position),
        "source": "mezmun",
        "type": f"mezmun.document.{entry.change}",
        "subject": str(entry.id),
        "time": entry.at.isoformat(),
        "datacontenttype": "application/json",
        "data": {"id": entry.id, "site": entry.site, "url": entry.url, "document": entry.document},
    }
