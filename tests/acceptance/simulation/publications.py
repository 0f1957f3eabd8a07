"""News sites and blogs: dated articles in sections, shown on a front page, by a feed, by a sitemap, or neither."""

import gzip
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from enum import StrEnum

from tests.acceptance.simulation.web_site import Answer, Asked, Item, Writer, no_such_page, page, xml

STOCK = 40
"""Articles that are there before the simulation begins."""
PER_PAGE = 15


class Discovery(StrEnum):
    """How a site says what is new, beside its front page."""

    RSS = "rss"
    ATOM = "atom"
    SITEMAP = "sitemap"
    SITEMAP_INDEX = "sitemap-index"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Article:
    """An article: from ``edited_at`` on with another last sentence, from ``gone_at`` on not there any more."""

    number: int
    path: str
    section: str
    title: str
    paragraphs: tuple[str, ...]
    item: Item
    edited_at: datetime | None = None
    robots: str = ""
    """What its robots meta says."""


class Publication:
    """A news site or a blog.

    Args:
        seed: decides everything.
        host: where it is served.
        begin, end: the time it is looked at.
        form: address of an article, with ``{number}``, ``{slug}`` and the ``{at}`` of a date.
        sections: address of each section.
        per_day: articles, on average.
    """

    forbidden = r"^/(private/|author/|wp-login\.php|nofollowed-)|[?&]replytocom="

    def __init__(
        self,
        seed: str,
        host: str,
        begin: datetime,
        end: datetime,
        *,
        kind: str = "news",
        form: str = "/{at:%Y/%m/%d}/{slug}-{number}.html",
        sections: tuple[str, ...] = ("/category/bazar/", "/category/yol/", "/category/kitab/"),
        discovery: Discovery = Discovery.NONE,
        per_day: float = 8.0,
        robots: str = "",
    ) -> None:
        self.kind = kind
        self._base = f"http://{host}"
        self._sections = sections
        self._discovery = discovery
        writer = Writer(seed)
        times = writer.times(begin - timedelta(days=STOCK / per_day), end, per_day)
        self._articles = [self._write(writer, number, at, form) for number, at in enumerate(times, 1000)]
        self._by_path = {article.path: article for article in self._articles}
        sitemap = {Discovery.SITEMAP: "/sitemap.xml", Discovery.SITEMAP_INDEX: "/sitemap_index.xml"}.get(discovery)
        named = f"Sitemap: {self._base}{sitemap}\n" if sitemap else ""
        self.robots = f"User-agent: *\nDisallow: /private/\nDisallow: /wp-login.php\n{robots}\n{named}"

    def _write(self, writer: Writer, number: int, at: datetime, form: str) -> Article:
        dice, mark = writer.dice, writer.mark()
        fate = dice.random()
        robots = "noindex" if fate < 0.03 else "noindex,nofollow" if fate < 0.05 else ""
        until = at + timedelta(days=dice.uniform(2, 9)) if 0.05 < fate < 0.1 else None
        paragraphs = [*writer.paragraphs(3), f"{writer.sentence()} {mark} {writer.sentence()}"]
        path = form.format(number=number, slug=writer.slug(), at=at)
        edited_at = at + timedelta(hours=dice.uniform(1, 60)) if fate > 0.9 else None
        item = Item(mark, at, stored=not robots, until=until)
        section = dice.choice(self._sections)
        return Article(number, path, section, writer.title(), tuple(paragraphs), item, edited_at, robots)

    def items(self, begin: datetime, end: datetime) -> list[Item]:
        return [article.item for article in self._articles if article.item.at < end]

    def answer(self, asked: Asked, now: datetime) -> Answer:
        path = asked.path
        shown = [article for article in reversed(self._articles) if article.item.at <= now and not _gone(article, now)]
        if path == "/robots.txt":
            return Answer(self.robots.encode(), headers={"Content-Type": "text/plain"})
        if (article := self._by_path.get(path)) in shown:
            return self._article(article, shown, now)
        for section in ("/", *self._sections):
            if match := re.fullmatch(re.escape(section) + r"(?:page/(\d+)/)?", path):
                listed = [each for each in shown if section in ("/", each.section)]
                return self._list(section, int(match[1] or 1), listed)
        return self._feed(path, shown, now) or no_such_page()

    def _menu(self) -> str:
        links = "".join(f"<li><a href='{section}'>{section.strip('/')}</a></li>" for section in self._sections)
        return f"<header><ul class='menu'><li><a href='/'>home</a></li>{links}</ul><a href='/author/1/'>A</a></header>"

    def _head(self) -> str:
        kinds = {Discovery.RSS: "application/rss+xml", Discovery.ATOM: "application/atom+xml"}
        if self._discovery not in kinds:
            return ""
        return f"<link rel='alternate' type='{kinds[self._discovery]}' href='/feed/'>"

    def _footer(self) -> str:
        return "<footer><a href='/private/office.html'>x</a> <a href='/wp-login.php'>x</a> © 2026</footer>"

    def _list(self, section: str, number: int, shown: list[Article]) -> Answer:
        part = shown[(number - 1) * PER_PAGE : number * PER_PAGE]
        if not part and number > 1:
            return no_such_page()
        items = "".join(
            f"<li><a href='{each.path}'>{each.title}</a> <span>{each.item.at:%Y-%m-%d}</span></li>" for each in part
        )
        more = f"<a class='next' href='{section}page/{number + 1}/'>older</a>" if number * PER_PAGE < len(shown) else ""
        return page(section, self._menu(), f"<ul>{items}</ul>{more}", self._footer(), head=self._head())

    def _article(self, article: Article, shown: list[Article], now: datetime) -> Answer:
        latest = "".join(f"<li><a href='{each.path}'>{each.title}</a></li>" for each in shown[:5])
        edited = article.edited_at is not None and article.edited_at <= now
        lines = [*article.paragraphs, *([article.paragraphs[0]] if edited else [])]
        text = "".join(f"<p>{line}</p>" for line in lines)
        meta = f"<meta name='robots' content='{article.robots}'>" if article.robots else ""
        trap = "<a href='/nofollowed-page-of-words.html'>x</a>" if "nofollow" in article.robots else ""
        reply = f"<a href='{article.path}?replytocom=7'>reply</a>" if self.kind == "blog" else ""
        return page(
            article.title,
            self._menu(),
            f"<article><h1>{article.title}</h1><div class='date'>{article.item.at:%Y-%m-%d}</div>",
            f"<div class='content'>{text}{trap}</div></article>{reply}",
            f"<aside><ul>{latest}</ul></aside>",
            self._footer(),
            head=self._head() + meta,
        )

    def _feed(self, path: str, shown: list[Article], now: datetime) -> Answer | None:
        match self._discovery, path:
            case Discovery.RSS, "/feed/":
                items = "".join(
                    f"<item><title>{each.title}</title><link>{self._base}{each.path}</link>"
                    f"<pubDate>{format_datetime(each.item.at)}</pubDate></item>"
                    for each in shown[:PER_PAGE]
                )
                return xml(f"<rss version='2.0'><channel><title>x</title>{items}</channel></rss>")
            case Discovery.ATOM, "/feed/":
                items = "".join(
                    f"<entry><title>{each.title}</title><link href='{self._base}{each.path}'/>"
                    f"<updated>{_changed_at(each, now).isoformat()}</updated></entry>"
                    for each in shown[:PER_PAGE]
                )
                return xml(f"<feed xmlns='http://www.w3.org/2005/Atom'>{items}</feed>")
            case Discovery.SITEMAP, "/sitemap.xml":
                return self._sitemap(shown, now)
            case Discovery.SITEMAP_INDEX, "/sitemap_index.xml":
                months = sorted({f"{each.item.at:%Y-%m}" for each in shown})
                parts = "".join(
                    f"<sitemap><loc>{self._base}/sitemap-{month}.xml.gz</loc>"
                    f"<lastmod>{max(_changed_at(e, now) for e in shown if f'{e.item.at:%Y-%m}' == month).isoformat()}"
                    "</lastmod></sitemap>"
                    for month in months
                )
                return xml(f"<sitemapindex>{parts}</sitemapindex>")
            case Discovery.SITEMAP_INDEX, str() if match := re.fullmatch(r"/sitemap-(\d{4}-\d\d)\.xml\.gz", path):
                part = self._sitemap([each for each in shown if f"{each.item.at:%Y-%m}" == match[1]], now)
                return Answer(gzip.compress(part.body, mtime=0), headers={"Content-Type": "application/x-gzip"})
        return None

    def _sitemap(self, shown: list[Article], now: datetime) -> Answer:
        urls = "".join(
            f"<url><loc>{self._base}{each.path}</loc><lastmod>{_changed_at(each, now).isoformat()}</lastmod></url>"
            for each in shown
        )
        return xml(f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{urls}</urlset>")


def _changed_at(article: Article, now: datetime) -> datetime:
    edited_at = article.edited_at
    return edited_at if edited_at is not None and edited_at <= now else article.item.at


def _gone(article: Article, now: datetime) -> bool:
    return article.item.until is not None and article.item.until <= now
