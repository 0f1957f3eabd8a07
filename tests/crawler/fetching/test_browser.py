"""Pages whose text their scripts write, in a real Chromium that asks for nothing itself."""

import asyncio
import os
import shutil
from contextlib import suppress

import psutil
import pytest
from scrapy.http import HtmlResponse

from crawler.fetching import browser
from store.opening import open_store
from tests.crawler.web import answer, make_site, redirect

pytestmark = pytest.mark.slow

SCRIPT = """
fetch('/api/article.json').then(answer => answer.json()).then(article => {
  document.body.innerHTML = `<h1>${article.title}</h1><p>${article.text}</p><a href="/2024/05/17/another-one/">x</a>`;
  fetch('/private/secret.json'); fetch('OTHER/elsewhere.json'); fetch('/leads-away.json');
  fetch('/sent', {method: 'POST', body: 'x'}); new WebSocket('ws://SOCKET/socket');
  document.body.append(Object.assign(new Image(), {src: '/picture.png'}));
});
"""


@pytest.fixture
def chromium():
    if not any(map(shutil.which, browser.PROGRAMS)):
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium")
        pytest.skip("there is no Chromium")


def test_a_page_is_stored_as_its_scripts_leave_it_and_they_get_only_what_a_crawl_may_ask_for(
    chromium, web, other_web, crawls, tmp_path
):
    words = "the words that came by a script " * 20
    script = SCRIPT.replace("OTHER", other_web.url).replace("SOCKET", other_web.url[7:])
    web.pages = {
        "/robots.txt": "User-agent: *\nDisallow: /private/\n",
        "/": "<a href=/2024/05/17/an-app-of-words/>x</a>"
        "<a href=/2024/05/17/an-endless-app/>x</a><a href=/2024/05/17/a-growing-app/>x</a>",
        "/2024/05/17/an-app-of-words/": "<body>wait<script src=/app.js></script></body>",
        "/2024/05/17/an-endless-app/": "<body>wait<script>while (true) {}</script></body>",
        "/2024/05/17/a-growing-app/": "<body><script>document.body.innerHTML = 'words '.repeat(1e6)</script></body>",
        "/2024/05/17/another-one/": "<p>plain",
        "/app.js": answer(200, script.encode(), Content_Type="text/javascript"),
        "/api/article.json": answer(
            200, b'{"title": "A title", "text": "%s"}' % words.encode(), Content_Type="application/json"
        ),
        "/private/secret.json": "{}",
        "/leads-away.json": redirect(f"{other_web.url}/elsewhere.json"),
        "/picture.png": answer(200, b"x", Content_Type="image/png"),
    }
    site = make_site(web, render=True, limits={"delay": 0, "timeout": 20, "retries": 0, "page_bytes": 1_000_000})
    assert crawls.run(site) == 0

    assert crawls.outcomes() == {
        "/": "listing",
        "/2024/05/17/an-app-of-words/": None,
        "/2024/05/17/an-endless-app/": "timeout",
        "/2024/05/17/a-growing-app/": "too-large",
        "/2024/05/17/another-one/": None,
    }
    [(sha256,)] = crawls.rows("SELECT encode(sha256, 'hex') FROM fetches WHERE url LIKE '%an-app%'")
    page = open_store(str(tmp_path / "raw")).get(sha256).decode()
    assert "<h1>A title</h1>" in page
    assert words.strip() in page
    assert other_web.paths() == [], "a script led the browser, or the crawler, to a host that is not of the site"
    asked = set(web.paths())
    assert {"/app.js", "/api/article.json", "/leads-away.json"} < asked
    assert asked.isdisjoint({"/private/secret.json", "/picture.png", "/sent", "/favicon.ico"})
    assert web.paths().count("/2024/05/17/an-app-of-words/") == 1


def test_the_browser_is_started_anew_after_a_number_of_pages_and_ends_with_the_crawl(chromium, monkeypatch):
    monkeypatch.setattr(browser, "RECYCLED_AFTER", 2)

    def chromiums():
        """Give the processes, apart from those that have ended and nobody has asked how."""
        pids = set()
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if "--no-startup-window" in process.cmdline():
                    pids.add(process.pid)
        return pids

    async def fetch(url):
        raise AssertionError(url)

    async def run():
        own, seen = browser.Browser(), []
        for number in range(3):
            page = HtmlResponse("http://a.example/", body=b"<p>%d</p><script>document.write('-')</script>" % number)
            text = (await own.render(page, fetch, seconds=120, most_bytes=1000)).text
            assert f"<p>{number}</p>" in text
            assert "</script>-" in text
            seen.append(chromiums())
        await own.close()
        return seen

    first, second, third = asyncio.run(run())
    assert len(first) == len(third) == 1
    assert first == second
    assert first != third
    assert chromiums() == set()


def test_without_a_browser_the_crawl_ends_with_one_sentence(web, crawls, monkeypatch, capfd):
    monkeypatch.setenv("PATH", "")
    web.pages["/"] = "<p>words"
    assert crawls.run(make_site(web, render=True)) == 1
    (line,) = [line for line in capfd.readouterr().err.splitlines() if line.startswith("mezmun: ")]
    assert line.startswith("mezmun: render: true needs a browser, and there is none of chromium,")
