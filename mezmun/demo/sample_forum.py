"""The sample forum: boards, threads over several pages, many short replies, quotes and signatures."""

from datetime import datetime, time, timedelta
from typing import Any

from mezmun.demo.sample_site import TEXT, SampleSite
from mezmun.demo.site_generator import Press, chunks, content

_QUOTED = 60
"""Letters of a post that a quote repeats."""


def build(base: str) -> SampleSite:
    """Print the site for the address it will be served at."""
    press = Press("forum", base)
    texts = content("forum")
    threads = [_thread(thread, texts["posts_per_page"]) for thread in texts["threads"]]
    press.page("/index.php", "index.html", threads=threads)
    press.page("/", "index.html", threads=threads)
    for board in texts["boards"]:
        in_board = [thread for thread in threads if thread["board"] == board]
        press.page(f"/thread.php?fid={board}", "board.html", board=board, threads=in_board)
    for thread in threads:
        for at, posts in enumerate(thread["pages"]):
            press.content_page(
                thread["paths"][at],
                "thread.html",
                thread["title"],
                thread=thread,
                posts=posts,
                at=at,
                latest=[other for other in threads if other is not thread],
            )
    for number, member in enumerate(texts["members"]):
        press.page(f"/member.php?uid={number}", "member.html", member=member)
    press.file("/robots.txt", "robots.txt", TEXT)
    return press.site("demo-forum")


def _thread(thread: dict[str, Any], per_page: int) -> dict[str, Any]:
    """Give every post its floor and time, and the thread its pages."""
    began = datetime.combine(thread["date"], time(9, 12))
    posts = [
        {
            **post,
            "floor": floor,
            "at": began + floor * timedelta(minutes=47),
            "lines": post["text"].strip().split("\n\n"),
        }
        for floor, post in enumerate(thread["posts"], 1)
    ]
    for post in posts:
        quoted = posts[post["quote"] - 1] if "quote" in post else None
        post["quoted"] = quoted and {**quoted, "words": _beginning(" ".join(quoted["lines"]))}
    pages = chunks(posts, per_page)
    first = f"/read.php?tid={thread['tid']}"
    paths = [first, *(f"/read.php?page={number}&tid={thread['tid']}" for number in range(2, len(pages) + 1))]
    return {**thread, "pages": pages, "paths": paths, "replies": len(posts) - 1, "last": posts[-1]}


def _beginning(text: str) -> str:
    return text if len(text) <= _QUOTED else text[:_QUOTED].rsplit(" ", 1)[0] + " ..."
