"""The three sample sites, ready to be served."""

from collections.abc import Callable, Mapping
from typing import Final

from mezmun.demo import sample_blog, sample_forum, sample_news
from mezmun.demo.sample_site import SampleSite

BUILDERS: Final[Mapping[str, Callable[[str], SampleSite]]] = {
    "news": sample_news.build,
    "blog": sample_blog.build,
    "forum": sample_forum.build,
}
"""For each kind of site, what builds it for an address such as ``http://127.0.0.1:8801`` (no slash at the end)."""
