"""Blogs: archives, categories and feeds lead to posts, and posts to their neighbours."""

from typing import ClassVar

from crawler.spiders.site_spider import SiteSpider
from mezmun.core.site_schema import Kind


class BlogSpider(SiteSpider):
    """Follows everything: a post's address is often no more than a word, and old posts are linked from posts alone."""

    name = "blog"
    kind: ClassVar[Kind] = Kind.BLOG
