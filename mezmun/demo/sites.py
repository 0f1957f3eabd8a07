"""The three sample sites, ready to be served."""

from collections.abc import Callable, Mapping
from typing import Final

from mezmun.demo import blog, forum, news
from mezmun.demo.pages import SampleSite

BUILDERS: Final[Mapping[str, Callable[[str], SampleSite]]] = {
    "news": news.build,
    "blog": blog.build,
    "forum": forum.build,
}
"""For each kind of site, what builds it for an address such as ``http://127.0.0.1:8801`` (no slash at the end)."""
