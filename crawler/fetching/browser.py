"""A browser for pages whose text their scripts write (``render: true``): Chromium without a network of its own.

What a page asks for is asked for by the crawler, over robots.txt, the host's pace, the check of addresses and all
limits; the browser gets the answers. (Playwright shows who listens the first request of a chain of redirects alone, so
a browser that asked itself could be led anywhere.) Whatever it asks for beside that goes to a proxy that is not there.
"""

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Final

from scrapy.exceptions import DownloadCancelledError, DownloadTimeoutError
from scrapy.http import HtmlResponse, Response

from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names under which systems have Chromium; the first that is there is taken."""
MOST_REQUESTS: Final = 40
"""Scripts and data that a page may ask for; each waits for the host's pace."""
MOST_AT_ONCE: Final = 2
"""Pages that are open at once: a page takes some 100 MB."""
MOST_SCRIPT_MEMORY: Final = 256
"""Megabytes that the scripts of a page may take."""
RECYCLED_AFTER: Final = 100
"""Pages after which the browser is started anew, for it grows."""
NEEDED: Final = frozenset({"script", "xhr", "fetch"})
"""What a page's text needs. Pictures, styles, fonts, frames and the like are not asked for."""
_KEPT_HEADERS: Final = ("Content-Type", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials")
_NOWHERE: Final[Any] = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}

Fetch = Callable[[str], Awaitable[Response]]
"""Gets what a page asks for; raises whatever happened instead."""


class Browser:
    """Chromium, started when the first page needs it."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._running = AsyncExitStack()
        self._pages = 0
        self._open_pages = 0

    async def render(self, response: Response, fetch: Fetch, *, seconds: float, most_bytes: int) -> HtmlResponse:
        """Give a page as its scripts leave it, in UTF-8.

        Args:
            response: the page as the server sent it; it is not asked for again.
            fetch: gets what its scripts ask for.
            seconds: that all of it may take.
            most_bytes: octets that the page may have.

        Raises:
            UnavailableError: there is no browser.
            DownloadTimeoutError: it took longer.
            DownloadCancelledError: it became larger.
        """
        async with self._room:
            chromium = await self._start()
            self._open_pages += 1
            try:
                html = await asyncio.wait_for(self._html(chromium, response, fetch, seconds, most_bytes), seconds)
            except TimeoutError:
                raise DownloadTimeoutError(f"the browser took more than {seconds:g} seconds") from None
            finally:
                self._open_pages -= 1
        body = html.encode("utf-8", "replace")
        if len(body) > most_bytes:
            raise DownloadCancelledError(_too_large(most_bytes))
        headers = response.headers.copy()
        headers["Content-Type"] = "text/html; charset=utf-8"
        return HtmlResponse(response.url, response.status, headers, body, request=response.request)

    async def close(self) -> None:
        """End the browser, if it was started."""
        self._chromium = None
        await self._running.aclose()

    async def _start(self) -> "Chromium":
        async with self._starting:
            old = self._chromium is None or not self._chromium.is_connected() or self._pages >= RECYCLED_AFTER
            if self._chromium is None or (old and not self._open_pages):
                await self.close()
                self._chromium, self._pages = await self._launched(), 0
            self._pages += 1
            return self._chromium

    async def _launched(self) -> "Chromium":
        try:
            from playwright.async_api import Error, async_playwright
        except ModuleNotFoundError:
            raise UnavailableError("render: true needs packages that are not installed: 'mezmun[browser]'.") from None
        program = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
        if program is None:
            raise UnavailableError(f"render: true needs a browser, and there is none of {', '.join(PROGRAMS)}.")
        playwright = await self._running.enter_async_context(async_playwright())
        try:
            chromium = await playwright.chromium.launch(
                executable_path=program,
                proxy=_NOWHERE,
                args=[f"--js-flags=--max-old-space-size={MOST_SCRIPT_MEMORY}", "--disable-dev-shm-usage"],
                chromium_sandbox=os.geteuid() != 0,  # it refuses to start for root with it
                handle_sigint=False,
                handle_sigterm=False,
            )
        except Error as error:
            raise UnavailableError(f"{program} does not start: {first_line(error)}.") from None
        self._running.push_async_callback(_end, chromium)
        return chromium

    async def _html(
        self, chromium: "Chromium", response: Response, fetch: Fetch, seconds: float, most_bytes: int
    ) -> str:
        from playwright.async_api import Error, Route

        requests = 0

        async def answer(route: Route) -> None:
            nonlocal requests
            asked = route.request
            if asked.is_navigation_request() and asked.url == response.url and asked.frame.parent_frame is None:
                await route.fulfill(body=response.body, headers=_headers(response))
                return
            requests += 1
            if asked.resource_type not in NEEDED or asked.method != "GET" or requests > MOST_REQUESTS:
                await route.abort()
                return
            try:
                got = await fetch(asked.url)
            except Exception:  # it may not be asked for, or cannot be had: the page does without
                await route.abort()
            else:
                await route.fulfill(status=got.status, body=got.body, headers=_headers(got))

        async with AsyncExitStack() as closing:
            context = await chromium.new_context(service_workers="block", accept_downloads=False)
            closing.push_async_callback(_end, context)
            await context.route("**/*", answer)
            page = await context.new_page()
            await page.goto(response.url, timeout=seconds * 1000)
            with suppress(Error):  # a page that never rests is taken as it is
                await page.wait_for_load_state("networkidle", timeout=seconds * 500)
            if await page.evaluate("document.documentElement.outerHTML.length") > most_bytes:
                raise DownloadCancelledError(_too_large(most_bytes))
            return await page.content()


def _too_large(most_bytes: int) -> str:
    return f"its scripts made more than {most_bytes:,} bytes of it"


async def _end(running: Any) -> None:
    """Close a context or the browser, which may have died."""
    from playwright.async_api import Error

    with suppress(Error):
        await running.close()


def _headers(response: Response) -> dict[str, str]:
    return {name: value.decode("latin-1") for name in _KEPT_HEADERS if (value := response.headers.get(name))}
