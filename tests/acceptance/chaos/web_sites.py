"""The sites that the campaign crawls: news and forums on loopback addresses, the same pages in every run.

Beside articles and threads they have what ends otherwise: pages that ask not to be indexed, short ones, missing ones,
redirects, an image, and long pages, in whose middle a worker can be killed.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread

from mezmun.benchmark.generated_pages import SYLLABLES, generated_pages

SITES = 10
FORUMS = 3
"""Of the sites, the last ones."""
LISTED = 40
"""Articles, or threads, of one list."""
THREAD_PAGES = 4
POSTS = 8
"""Of a page of a thread; the last one stands on the next page, too."""
LONG_PAGE = 40
"""Times that a long page has its text, which takes a worker most of a second."""

ANSWER_SECONDS = 600
"""For an answer: this process gives them, and it may have to wait for a processor. What ends as ``timeout`` for that is
asked for again after five minutes, which tells nothing of the product."""


class WebSite:
    """One site; its pages are those of its number."""

    def __init__(self, number: int, pages: int, port: int) -> None:
        self.is_forum = number >= SITES - FORUMS
        self.name = f"{'forum' if self.is_forum else 'news'}-{number}"
        self.base = f"http://127.2.0.{number + 1}:{port}"
        self._number = number
        self._count = pages

    def definition(self, delay: float) -> str:
        """Give its site file, with the seconds between two pages: crawled each minute, for nobody waits here."""
        rules = "" if self.is_forum else "rules: {article: ['/a/'], listing: ['/$', '/list/'], skip: ['/\\d+$']}\n"
        kind = "forum" if self.is_forum else "news"
        return (
            f"kind: {kind}\nseeds: ['{self.base}/']\nschedule: 1m\nsitemaps: false\nfeeds: false\n"
            f"limits: {{delay: {delay:.3f}, pages: 100000, timeout: {ANSWER_SECONDS}}}\n{rules}"
        )

    @property
    def addresses(self) -> list[str]:
        """Give the addresses of its articles, or of the pages of its threads."""
        return [self.base + path for path in (self._thread_paths() if self.is_forum else self._article_paths())]

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Give status, headers and body."""
        if path == "/":
            lists = range((self._count - 1) // (LISTED * (THREAD_PAGES if self.is_forum else 1)) + 1)
            link = "/viewforum.php?f={}" if self.is_forum else "/list/{}.html"
            return _page(
                "index", "".join(f"<p><a href='{link.format(each + 1)}'>list {each}</a></p>" for each in lists)
            )
        if self.is_forum:
            return self._forum_answer(path)
        if match := re.fullmatch(r"/list/(\d+)\.html", path):
            part = self._article_paths()[(int(match[1]) - 1) * LISTED :][:LISTED]
            return _page("list", "".join(f"<p><a href='{each}'>{each}</a></p>" for each in part))
        if match := re.fullmatch(r"/a/(\d+)\.html", path):
            return self._article(int(match[1]))
        return _page("404", "", status=404)

    def _article_paths(self) -> list[str]:
        return [f"/a/{number}.html" for number in range(self._count)]

    def _thread_paths(self) -> list[str]:
        return [
            f"/viewtopic.php?t={1 + number // THREAD_PAGES}"
            + (f"&start={number % THREAD_PAGES * POSTS}" if number % THREAD_PAGES else "")
            for number in range(self._count)
        ]

    def _article(self, number: int) -> tuple[int, dict[str, str], bytes]:
        body = _articles(self._number, self._count)[number]
        match number % 40:
            case 7:
                return 200, {"Content-Type": "text/html", "X-Robots-Tag": "noindex"}, body
            case 13:
                return _page("short", "<div class='content'><p>قىسقا</p></div>")
            case 19:
                return _page("404", "", status=404)
            case 23:
                return 302, {"Location": f"/a/{number - 1}.html"}, b""
            case 29:
                return 200, {"Content-Type": "image/gif"}, b"GIF89a" + bytes(100)
            case 31:
                paragraphs = b"".join(re.findall(rb"<p>.*?</p>", body)[:12])
                return 200, {"Content-Type": "text/html"}, body.replace(b"</h1>", b"</h1>" + paragraphs * LONG_PAGE, 1)
        return 200, {"Content-Type": "text/html; charset=utf-8"}, body

    def _forum_answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        if match := re.fullmatch(r"/viewforum\.php\?f=(\d+)", path):
            first = (int(match[1]) - 1) * LISTED + 1
            last = min(first + LISTED, (self._count - 1) // THREAD_PAGES + 2)
            rows = "".join(
                f"<li class='row'><a href='/viewtopic.php?t={each}' class='topictitle'>{each}</a></li>"
                for each in range(first, last)
            )
            return _page("board", f"<ul>{rows}</ul>")
        if match := re.fullmatch(r"/viewtopic\.php\?t=(\d+)(?:&start=(\d+))?", path):
            return self._thread_page(int(match[1]), int(match[2] or 0) // POSTS)
        return _page("404", "", status=404)

    def _thread_page(self, thread: int, number: int) -> tuple[int, dict[str, str], bytes]:
        last = min(THREAD_PAGES, self._count - (thread - 1) * THREAD_PAGES)
        posts = range(max(0, number * POSTS - 1), (number + 1) * POSTS)
        shown = "".join(
            f"<div id='p{thread * 100 + each}' class='post'><div class='postbody'><p class='author'>"
            f"<a href='/memberlist.php?mode=viewprofile&amp;u=3'>N</a> 2024-05-0{1 + each % 9} 10:00</p>"
            f"<div class='content'>{_sentences(f'{self._number} {thread} {each}')}</div></div></div>"
            for each in posts
        )
        links = "".join(
            f"<a href='/viewtopic.php?t={thread}{f'&amp;start={each * POSTS}' if each else ''}'>{each + 1}</a> "
            for each in range(last)
            if each != number
        )
        title = _sentences(f"{self._number} {thread}")[:60]
        return _page(title, f"<h1>{title}</h1>{shown}<div class='pagination'>{links}</div>")


def _page(title: str, body: str, status: int = 200) -> tuple[int, dict[str, str], bytes]:
    html = f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title></head><body>{body}</body></html>"
    return status, {"Content-Type": "text/html; charset=utf-8"}, html.encode()


@lru_cache(SITES)
def _articles(site: int, count: int) -> list[bytes]:
    return list(islice(generated_pages(site, count), count))


def _sentences(name: str) -> str:
    draw = random.Random(name)
    words = ["".join(draw.choices(SYLLABLES, k=draw.randrange(1, 4))) for _ in range(draw.randrange(20, 60))]
    return " ".join(words) + "."


@contextmanager
def serving(pages: int) -> Iterator[list[WebSite]]:
    """Serve sites with so many pages together until the ``with`` ends; each has a loopback address of its own."""
    with _Server(("0.0.0.0", 0), _Handler) as server:
        sites = [WebSite(number, pages // SITES, server.server_port) for number in range(SITES)]
        server.sites = {site.base.removeprefix("http://"): site for site in sites}
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        try:
            yield sites
        finally:
            server.shutdown()
            thread.join()


def write_site_files(sites: list[WebSite], folder: Path, seconds: float) -> Path:
    """Write the file of each site, paced so that its crawl takes so many seconds; give the folder."""
    folder.mkdir(parents=True)
    for site in sites:
        definition = site.definition(seconds / len(site.addresses))
        (folder / f"{site.name}.yaml").write_text(definition, encoding="utf-8")
    return folder


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    sites: dict[str, WebSite]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        site = self.server.sites.get(self.headers.get("Host", ""))
        status, headers, body = _page("404", "", status=404) if site is None else site.answer(self.path)
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:  # a crawler was killed
            return

    def log_message(self, *_: object) -> None:
        return
