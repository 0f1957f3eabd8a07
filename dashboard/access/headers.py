"""The headers of every answer: nothing of a page that was crawled can run, and nobody can frame ours.

Who asks for the headers alone (HEAD) has them as well.
"""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""There is no script at all, ours neither."""

_DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""This policy is for a chart that is opened by itself, and carries its own styles."""

_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def drawing_response(drawing: bytes) -> Response:
    """Answer with a chart, an SVG that may be opened by itself."""
    return Response(drawing, media_type="image/svg+xml", headers={"Content-Security-Policy": _DRAWING_POLICY})


class SecurityHeaders:
    """Lets every answer of an application have them, unless it has its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI 3.0)."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class HeadAsGet:
    """Answers HEAD with what GET would be answered with, without its content (RFC 9110, section 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI 3.0)."""

        async def send_without_content(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = dict(message) | {"body": b""}
            await send(message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self._app(dict(scope) | {"method": "GET"}, receive, send_without_content)
        else:
            await self._app(scope, receive, send)
