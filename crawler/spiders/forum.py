"""Forums: boards lead to threads, and a thread's pages to its next ones."""

from typing import ClassVar

from crawler.links.discovery import Link
from crawler.links.url_patterns import Role
from crawler.spiders.site_spider import SiteSpider
from mezmun.core.site_schema import Kind


class ForumSpider(SiteSpider):
    """Follows boards to threads, and threads through their pages; a thread page is content and leads on."""

    name = "forum"
    kind: ClassVar[Kind] = Kind.FORUM

    def follows(self, source: Role, link: Link) -> bool:
        """From a thread only on to its further pages, other threads and boards: posts link to anything."""
        return source is not Role.CONTENT or link.next_page or link.role in {Role.CONTENT, Role.LISTING}
