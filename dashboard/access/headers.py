"""The headers of every answer: nothing of a page that was crawled can run, and nobody can frame ours."""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI, Request, Response

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""There is no script at all, ours neither."""

DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""For a chart that is opened by itself: it carries its own styles."""

_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def add_security_headers(app: FastAPI) -> None:
    """Let every answer of the application have them, unless it has its own."""

    @app.middleware("http")
    async def add(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        answer = await call_next(request)
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if not request.url.path.startswith("/static/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer
