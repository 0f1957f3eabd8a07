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
"""Each kind of site has a function that builds it for an address such as ``http://127.0.0.1:8801`` (without a slash at
the end)."""
