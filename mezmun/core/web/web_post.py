"""Posts to an operator's web address that nobody has to wait for longer than they may take."""

import requests

from mezmun.core.web.timed_session import TimedSession


class PostSession:
    """Posts to web addresses, over connections that are kept open.

    Args:
        seconds: that a post may take, with its connection and the head of its answer, whose body is not read.
    """

    def __init__(self, seconds: float) -> None:
        self._session = TimedSession(seconds)

    def post(self, url: str, data: bytes, headers: dict[str, str]) -> str | None:
        """Post bytes; None when the answer is one of 2xx, or else why they are not taken, without the address: it may
        hold a secret. A redirect is not followed, which would hand them to another address than the operator's."""
        try:
            with self._session.answer("POST", url, data=data, headers=headers) as answer:
                status = answer.status_code
        except requests.RequestException as error:
            return type(error).__name__
        return None if 200 <= status < 300 else f"it answers {status}"

    def close(self) -> None:
        """Close the connections."""
        self._session.close()
