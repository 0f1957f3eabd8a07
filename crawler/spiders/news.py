"""News sites: sections and feeds lead to articles."""

from typing import ClassVar

from crawler.links.discovery import Link
from crawler.links.url_patterns import Role
from crawler.spiders.site_spider import SiteSpider
from mezmun.core.site_schema import Kind


class NewsSpider(SiteSpider):
    """Follows everything but what an article names in passing."""

    name = "news"
    kind: ClassVar[Kind] = Kind.NEWS

    def follows(self, source: Role, link: Link) -> bool:
        """From an article only on to what its URL shows to be an article or a section: its body links anywhere."""
        return source is not Role.CONTENT or link.next_page or link.role is not Role.UNKNOWN
