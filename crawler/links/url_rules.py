"""What a URL is to its site, by the site's rules and its kind's: a listing, content, or nothing to fetch."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urlsplit

from crawler.links.canonical_url import identity
from mezmun.core.site_schema import Kind, Rules, Site


class Role(StrEnum):
    """What is done with a page; kept with the page, so that a resumed crawl does the same."""

    SKIP = "skip"
    """Never fetched: another host, an action (reply, print, login), a person's page, a file that is no page."""
    LISTING = "listing"
    """Read for its links only."""
    CONTENT = "content"
    """An article or a page of a thread; read for its links, too."""
    UNKNOWN = "unknown"
    """The URL does not say; the page itself will."""
    FEED = "feed"
    """RSS, Atom or sitemap, read for its links only."""


_FILES: Final = (
    r"\.(?:7z|aac|ai|apk|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|epub|eps|exe|flac|flv|gif|ico|iso|jar|jpe?g|js|json|"
    r"m4[av]|mid|mkv|mobi|mov|mp[34]|mpe?g|msi|odt|ogg|otf|pdf|png|pptx?|psd|rar|rm(?:vb)?|rpm|swf|svg|tar|tgz|tiff?|torrent|"
    r"tt[cf]|txt|wav|webm|webp|wm[av]|woff2?|xlsx?|xz|zip)(?:$|[?#])"
)
_ACTIONS: Final = (
    r"/(?:wp-(?:admin|login|json|content|includes|comments-post|trackback)|xmlrpc|cgi-bin|cdn-cgi)\b",
    r"/(?:trackback|amp|embed)/?$",
    r"[?&](?:replytocom|share|print|printable|trackback|like_comment|attachment_id|preview|rest_route|oembed)=",
    r"[/?&=](?:log[_-]?in|log[_-]?out|sign[_-]?(?:in|up|out)|register|registration|password|lostpw|sendpwd|captcha)(?:\.\w+)?(?:$|[/?&=#])",
    r"/(?:search|print|print(?:er|able)|cart|checkout|account|admin|administrator)(?:\.\w+)?(?:$|[/?])",
    r"/\?s=",
    r"[?&](?:sort|sortby|sortfield|orderby|order|order_by|filter|view)=",
    r"[?&](?:action|act|do|op|mode|mod|view|job)=(?:print\w*|log\w*|register|reply\w*|edit|delete|report|quote|search)\b",
    r"[?&](?:action|act|do|op|mode|mod|view|job)=(?:sendmail|email|newthread|newtopic|post|vote|favou?rite|subscribe)\b",
    r"[?&](?:action|act|do|op|mode|mod|view|job)=(?:profile|member\w*|space|misc|faq|help|rss)\b",
    # Pages about persons: Mezmun keeps what a page says, not who said it.
    r"/(?:author|authors|user|users|member|members|memberlist|profile|profiles|people|u)(?:\.\w+)?(?:$|[/?])",
)
_SCRIPT: Final = r"\.(?:php|aspx?|jsp|cgi)"
_FORUM_ACTIONS: Final = (
    r"/(?:post|posting|reply|newreply|newthread|newtopic|editpost|showpost|report|sendmessage|sendemail|poll)"
    + _SCRIPT,
    r"/(?:private|pm|messages?|ucp|mcp|usercp|modcp|cp|masscp|space|home|member|online|notice|medal|userpay|bank)"
    + _SCRIPT,
    r"/(?:faq|help|misc|rss|job|hack|operate|moderate|tag|calendar|announce|attachment|download|subscription)"
    + _SCRIPT,
    r"/(?:ajax|show|sort|jump|masssend|toolcenter)" + _SCRIPT,
    r"[?&](?:mod|action|do|view|act|sa|area)=(?:redirect|space|spacecp|logging|misc|attachment|collection|tag|guide)\b",
    r"[?&](?:mod|action|do|view|act|sa|area)=(?:ranklist|printpage|viewpro|recent|unreadreplies|pm|who|stats)\b",
    r"[?&](?:goto|view)=(?:lastpost|newpost|unread|getlastpost|nextnewset|nextoldset|next|previous)\b",
    r"[?&](?:authorid|uid|only|hilit|highlight|showpost|pid)=\d*",
    r"viewtopic\.php\?p=\d+",  # a post's own address shows its whole thread again
    r"showthread\.php\?p=\d+",
    r"/t/[^/]+/\d+/\d+",
    r"/posts?[-/]\d+(?:/|$)",
    r"\.msg\d+(?:$|[;&])",
    r"[?;&]prev_next=",
)

_THREAD_ID: Final = r"(?:.*[?&;])?(?:tid|t|topic|topicid|topic_id|threadid|id|showtopic)[-=]\d+"
_BOARD_ID: Final = r".*(?:fid|f|forum|forumid|cateid|cid|boardid|id|b)[-=]?\d"
_FORUM_THREADS: Final = (
    r"/(?:read|thread|showthread|viewthread|viewtopic|topic|showtopic|disp\w*|detail|view)\.\w+\?" + _THREAD_ID,
    r"/(?:read|thread|showthread|viewthread|viewtopic|topic)\.php[/?]\d+",
    r"/(?:read|read-htm-tid|thread|viewthread|viewtopic|topic|tid|t|tiezi|htm_data/.*)-(?:tid-)?\d+[\w-]*(?:\.s?html?|/|$)",
    r"[?&]mod=viewthread\b",
    r"[?&](?:topic|showtopic)=\d+",
    r"/(?:threads?|topics?|discussions?|d|t|p)/(?:[^/?]*[./-])?\d+",
    r"/t/[^/]+/\d+",
)
_FORUM_LISTINGS: Final = (
    r"/(?:index|forum|forums|bbs|board|default|main|list)\.(?:php|aspx?|jsp|html?|cgi)(?:$|\?(?!.*viewthread))",
    r"/(?:forumdisplay|viewforum|showforum|thread|list|cate|category|board)\.\w+\?" + _BOARD_ID,
    r"/(?:forum|thread-htm-fid|fid|forumdisplay|viewforum|board|list|f)-\d+[\w-]*(?:\.s?html?|/|$)",
    r"[?&](?:mod=forumdisplay|gid=\d|board=\d|showforum=\d)",
    r"/(?:forums?|boards?|categor(?:y|ies)|tags?|c|f|latest|new|top|archive)(?:/|$)",
)
_NEWS_LISTINGS: Final = (
    r"/(?:index|default|home|main|list|more|archives?)(?:[_-]\d+)?\.(?:php|aspx?|jsp|s?html?)(?:$|\?)(?!.*[?&](?:id|p|aid|nid|newsid)=\d)",
    r"/(?:category|categories|cat|tag|tags|topic|topics|section|sections|label|channel|column|archives?|page|search/label)(?:/[^?]*)?(?:$|\?)",
    r"/\d{4}(?:/\d{1,2}(?:/\d{1,2})?)?(?:/page/\d+)?/?$",
    r"/page[/-]?\d+(?:/|\.\w+)?$",
    r"[?&](?:cat|tag|paged|page|category|catid|cid|typeid|m|year|month)=[^&]*(?:$|&(?!(?:id|p|aid)=))",
)
_NEWS_ARTICLES: Final = (
    r"/\d{4}[/-]?\d{1,2}(?:[/-]?\d{1,2})?/[^/?]+",  # a date, then a name
    r"[?&](?:p|id|aid|nid|newsid|article|articleid|article_id|storyid|news_id|content_id|contentid)=\d+",
    r"/(?:article|articles|news|story|post|posts|entry|show|view|content|detail|a|p)[/_-][^/?]*\d{2,}[^/?]*/?(?:$|\?)",
    r"/[^/?]*\d{3,}[^/?]*\.s?html?/?$",
    r"/[^/?.]+(?:-[^/?.]+){2,}(?:\.s?html?|/)?$",  # three words with dashes: a title
    r"/[^/?.]+-[^/?.]+\.s?html?(?:/\d*)?/?$",
)
_FEEDS: Final = (
    r"/(?:feed|rss|atom)(?:/(?:rss2?|atom|rdf))?/?$",
    r"/(?:feed|feeds|rss2?|atom)\.(?:xml|rdf|rss|atom|php)$",
    r"/index\.(?:xml|rdf|rss|atom)$",
    r"/sitemap[\w.-]*\.xml(?:\.gz)?$",
    r"[?&]feed=(?:rss2?|atom|rdf)",
    r"/feeds/posts/default",
)

_Patterns = dict[Kind, tuple[str, ...]]
_SKIP: Final[_Patterns] = {
    Kind.NEWS: (_FILES, *_ACTIONS),
    Kind.BLOG: (_FILES, *_ACTIONS),
    Kind.FORUM: (_FILES, *_ACTIONS, *_FORUM_ACTIONS),
}
_CONTENT: Final[_Patterns] = {Kind.NEWS: _NEWS_ARTICLES, Kind.BLOG: _NEWS_ARTICLES, Kind.FORUM: _FORUM_THREADS}
_LISTING: Final[_Patterns] = {Kind.NEWS: _NEWS_LISTINGS, Kind.BLOG: _NEWS_LISTINGS, Kind.FORUM: _FORUM_LISTINGS}


@lru_cache(maxsize=20_000)  # the same menu stands on every page
def role_of(url: str, site: Site) -> Role:
    """Say what a page is by its URL alone.

    The site's own patterns come first (skip, then content, then listing and next page). What they do not name falls to
    the rules of the kind, but a site that names its content is believed: nothing else of it is content.
    """
    text, own = unquote(url), site.rules
    if not site.allows(url) or _own(own.skip, text):
        return Role.SKIP
    if _own(own.article + own.thread, text):
        return Role.CONTENT
    if _own(own.listing + own.next_page, text) or any(identity(seed, site) == url for seed in site.seeds):
        return Role.FEED if _usual(_FEEDS, text) else Role.LISTING
    if _usual(_SKIP[site.kind], text):
        return Role.SKIP
    if _usual(_FEEDS, text):
        return Role.FEED
    if urlsplit(url).path == "/" and not urlsplit(url).query:
        return Role.LISTING
    guess = _guess(text, site.kind)
    if has_content_rules(own):
        return Role.SKIP if own.listing and guess is not Role.LISTING else Role.LISTING
    return guess


def has_content_rules(rules: Rules) -> bool:
    """Say whether the site itself names its content."""
    return bool(rules.article or rules.thread)


def is_next_page(url: str, site: Site) -> bool:
    """Say whether the site's rules name this URL a further page of something."""
    return _own(site.rules.next_page, unquote(url))


def _guess(text: str, kind: Kind) -> Role:
    if kind is Kind.FORUM:
        first, second = (Role.CONTENT, _CONTENT), (Role.LISTING, _LISTING)
    else:  # a date alone is an archive, and only more than a date an article
        first, second = (Role.LISTING, _LISTING), (Role.CONTENT, _CONTENT)
    for role, patterns in (first, second):
        if _usual(patterns[kind], text):
            return role
    return Role.UNKNOWN


@lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...], flags: int) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, flags) for pattern in patterns)


def _own(patterns: tuple[str, ...], text: str) -> bool:
    return any(pattern.search(text) for pattern in _compiled(patterns, 0))


def _usual(patterns: tuple[str, ...], text: str) -> bool:
    return any(pattern.search(text) for pattern in _compiled(patterns, re.IGNORECASE))
