"""A reader of the feed of documents for other programs: it needs nothing but ``requests``.

feed = FeedClient("https://mezmun.example.org", token)
for entry in feed.changes(cursor=saved, language="ug"):
    index(entry) if entry["document"] else forget(entry["id"])
    save(entry["cursor"])
"""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

import requests

TIMEOUT: Final = 120.0
"""Seconds for one answer; the server waits a minute at most."""
LONGEST_PAUSE: Final = 60.0
"""Seconds between two tries at a server that is away."""


class FeedClient:
    """The feed of one installation. Errors of the server that pass are waited out; others are raised."""

    def __init__(self, address: str, token: str) -> None:
        self._url = f"{address.rstrip('/')}/api/v1/documents"
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {token}"

    def changes(self, cursor: str = "0", *, follow: bool = False, **filters: Any) -> Iterator[dict[str, Any]]:
        """Go through the changes behind a cursor, in order; ``follow`` waits for more and never ends.

        An entry has ``cursor``, ``change`` (``new``, ``changed``, ``withdrawn``), ``id``, ``site``, ``url``, ``at`` and
        ``document``, None when it is to be forgotten or a later entry says so. Save ``cursor`` after the work on the
        entry, and every change is worked on at least once, whatever stops the reader. ``filters`` are parameters of the
        call: ``site``, ``language``, ``kind``, ``since``, ``min_confidence``, ``latest``, ``limit``.

        Raises:
            requests.HTTPError: the server refuses the token or a parameter.
        """
        while True:
            answer = self._ask({"cursor": cursor, "wait": 50 if follow else 0, **filters})
            yield from map(json.loads, answer.content.splitlines())
            cursor = answer.headers["Mezmun-Cursor"]
            if not follow and answer.headers["Mezmun-More"] == "false":
                return

    def _ask(self, parameters: dict[str, Any]) -> requests.Response:
        pause = 1.0
        while True:
            try:
                answer = self._session.get(self._url, params=parameters, timeout=TIMEOUT)
                if answer.status_code < 400:
                    return answer
                if answer.status_code < 500 and answer.status_code != 429:
                    raise requests.HTTPError(f"{answer.status_code} for {answer.url}: {answer.text}", response=answer)
            except (requests.ConnectionError, requests.Timeout):
                pass  # as an answer of 503
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
