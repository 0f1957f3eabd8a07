"""The sample news site: nested tables, windows-1252 declared, every Uyghur letter a character reference."""

from functools import partial

from mezmun.demo.encoders import Writing, references
from mezmun.demo.sample_site import TEXT, XML, SampleSite
from mezmun.demo.site_generator import Press, blocks, chunks, content, first_paragraph

_PER_LISTING = 5
_IN_FEED = 6
_LANGUAGES = {"zh": "zh", "en": "en"}


def build(base: str) -> SampleSite:
    """Print the site for the address it will be served at."""
    press = Press("news", base)
    decimal = partial(references, writing=Writing.DECIMAL)
    texts = content("news")
    articles = [{**article, "teaser": first_paragraph(article["body"])} for article in texts["articles"]]

    listings = {"/list.php": articles}
    listings |= {f"/list.php?section={key}": [a for a in articles if a["section"] == key] for key in texts["sections"]}
    for path, listed in listings.items():
        numbered = chunks(listed, _PER_LISTING)
        joint = "&" if "?" in path else "?"
        paths = [path, *(f"{path}{joint}page={number}" for number in range(2, len(numbered) + 1))]
        for at, part in enumerate(numbered):
            press.page(paths[at], "listing.html", decimal, articles=part, paths=paths, at=at, latest=articles[:8])
    press.page("/", "index.html", decimal, articles=articles, latest=articles[:8])
    press.page("/about.html", "about.html", decimal, latest=articles[:8])

    for at, article in enumerate(articles):
        others = articles[at + 1 :] + articles[:at]
        press.content_page(
            f"/show.php?id={article['id']}",
            "article.html",
            article["title"],
            _LANGUAGES.get(article["section"], "ug"),
            encode=partial(references, writing=Writing(article["writing"])),
            article=article,
            blocks=blocks(article["body"]),
            newer=articles[at - 1] if at else None,
            older=articles[at + 1] if at + 1 < len(articles) else None,
            related=[*(a for a in others if a["section"] == article["section"]), *others][:4],
            latest=[other for other in articles if other is not article][:8],
        )
        press.page(f"/print.php?id={article['id']}", "print.html", decimal, article=article)

    press.file("/rss.xml", "rss.xml", XML, articles=articles[:_IN_FEED])
    press.file("/robots.txt", "robots.txt", TEXT)
    return press.site("demo-news")
