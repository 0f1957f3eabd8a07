"""The sample blog: UTF-8 and divs, its posts typed in presentation forms."""

from collections.abc import Iterable, Sequence
from typing import Any

from mezmun.demo.encoders import presentation_forms
from mezmun.demo.sample_site import TEXT, XML, SampleSite
from mezmun.demo.site_generator import Press, blocks, chunks, content, first_paragraph

_PER_LISTING = 3


def build(base: str) -> SampleSite:
    """Print the site for the address it will be served at."""
    press = Press("blog", base, _typed)
    texts = content("blog")
    posts = [
        {
            **post,
            "path": f"/{post['date']:%Y/%m}/{post['slug']}/",
            "month": f"/{post['date']:%Y/%m}/",
            "teaser": first_paragraph(post["body"]),
            "tool": post.get("tool", ""),
        }
        for post in texts["posts"]
    ]
    shared: dict[str, Any] = {"latest": posts[:5], "months": list(dict.fromkeys(post["month"] for post in posts))}

    listings: dict[str, tuple[str, Iterable[Any]]] = {"/": ("", posts)}
    listings |= {month: (month.strip("/"), (p for p in posts if p["month"] == month)) for month in shared["months"]}
    listings |= {
        f"/category/{key}/": (name, (p for p in posts if p["category"] == key))
        for key, name in texts["categories"].items()
    }
    listings |= {
        f"/tag/{number}/": (tag, (p for p in posts if tag in p["tags"])) for number, tag in enumerate(texts["tags"], 1)
    }
    for path, (heading, listed) in listings.items():
        _print_listing(press, path, chunks(listed, _PER_LISTING), heading=heading, **shared)

    for at, post in enumerate(posts):
        press.content_page(
            post["path"],
            "post.html",
            post["title"],
            post=post,
            blocks=blocks(post["body"]),
            newer=posts[at - 1] if at else None,
            older=posts[at + 1] if at + 1 < len(posts) else None,
            related=[posts[(at + step) % len(posts)] for step in (2, 4, 5)],
            latest=[other for other in posts if other is not post][:5],
            months=shared["months"],
        )
    press.page("/about/", "about.html", **shared)
    press.page("/drafts/kuz/", "draft.html", **shared)
    press.file("/sitemap.xml", "sitemap.xml", XML, posts=posts, **shared)
    press.file("/robots.txt", "robots.txt", TEXT)
    return press.site("demo-blog")


def _typed(text: str, tool: str) -> str:
    return presentation_forms(text, hamza_ligatures=tool == "ligatures")


def _print_listing(press: Press, path: str, parts: Sequence[Sequence[Any]], **context: Any) -> None:
    paths = [path, *(f"{path}page/{number}/" for number in range(2, len(parts) + 1))]
    for at, part in enumerate(parts):
        press.page(paths[at], "listing.html", posts=part, paths=paths, at=at, **context)
