"""``mezmun extract``: one page's main text, or the records of many pages (``extract_bulk``), with no database."""

import math
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from mezmun.cli import app
from mezmun.cli.options import PATH, SOURCE, also_option, json_option, no_mask_option, without_option
from mezmun.cli.text import extract_pages
from mezmun.cli.text.extract_one import OnePage, check_word, extract_one, shape_of
from mezmun.cli.text.page_source import STANDARD_INPUT
from mezmun.cli.text.rule_options import chosen_rules
from mezmun.core.errors import UsageError
from mezmun.core.page_limits import MOST_PAGE_SECONDS, PageLimits
from mezmun.core.web.web_address import check_address

MOST_JOBS: Final = 1024
"""Processes; each takes some 100 MB, so more would stop the machine before they began."""


@app.command(
    epilog="Examples: `mezmun extract page.html` · `mezmun extract https://example.org/news/1 --json` · "
    "`mezmun extract thread.html --url https://example.org/forum/7 --format markdown` · "
    "`zcat page.html.gz | mezmun extract - --method correlativity` · "
    "`mezmun extract page.html --format md --links --images --formatting` · "
    "`mezmun extract page.html --explain` · "
    "`mezmun extract page.html --favor recall` · "
    "`mezmun extract page.html --keep article --prune .advert` · "
    "`mezmun extract crawl.warc.gz --languages ug,zh --output texts.jsonl` · "
    "`mezmun extract crawl-*.warc.gz --output texts.jsonl.zst --jobs 8 --resume` · "
    "`mezmun extract saved/ --output texts.parquet` · "
    "`mezmun extract pages-*.parquet --html-column content --output texts.parquet`"
)
@click.argument(
    "paths",
    type=SOURCE,
    nargs=-1,
    metavar="FILE|URL|-|PATHS...",
    help="One page: a saved page, a public address, or - for stdin, as when nothing is given and it is no terminal. Or"
    " many: several files, folders"
    " (.html, .htm, .xhtml, .mhtml, .mht, also .gz), archives (.warc, .warc.gz, .warc.zst, .wacz, and such pages in"
    " .zip, .tar and .tar.gz, .tar.bz2, .tar.xz, .tar.zst) and tables (.jsonl, .csv, .tsv, also .gz and .zst,"
    " and .parquet).",
)
@click.option("--method", help="Extraction method; `mezmun methods` lists them.")
@click.option("--content-type", help="The HTTP header, if the charset is known from it.")
@click.option("--url", help="Where the page was: it tells a thread, and makes links whole.")
@click.option(
    "--format",
    "form",
    metavar="txt|md|html|json|xml-tei|csv",
    help="One page: what its text is written as [default: txt]; text and markdown are understood, too.",
)
@json_option(
    "Text, blocks, posts, comments, metadata, language, encoding and changes as JSON (as --format json);"
    " of many pages the counts."
)
@click.option(
    "--comments",
    default="separate",
    metavar="include|separate|drop",
    help="Comments under an article as a part of its text, in JSON apart from it, or not at all.",
)
@click.option(
    "--favor",
    default="balance",
    metavar="balance|precision|recall",
    help="Which error weighs more: what is no text, or text that is missing; for methods that judge.",
)
@click.option(
    "--links",
    is_flag=True,
    help="One page: the addresses of links in Markdown, HTML, TEI and JSON; not those of people's profiles,"
    " mail and telephones.",
)
@click.option("--images", is_flag=True, help="One page: images likewise, with what they show, captions and sizes.")
@click.option(
    "--formatting", is_flag=True, help="One page: emphasis, code with its language, formulas and footnotes likewise."
)
@click.option("--captions", is_flag=True, help="What stands below pictures is text, without who made them.")
@click.option(
    "--prune", multiple=True, metavar="SELECTOR", help="Leave out the elements of this CSS selector; repeatable."
)
@click.option(
    "--keep", multiple=True, metavar="SELECTOR", help="Take no text from outside the elements of it; repeatable."
)
@click.option(
    "--languages", metavar="CODES", help="Only texts in these languages (ISO 639, with commas); others are counted."
)
@without_option
@no_mask_option
@also_option
@click.option(
    "--explain",
    is_flag=True,
    help="One page: every line of it with a sign (+ kept, - left out), how likely the method holds it to be"
    " text, the step that decided it, why, and the line, parted by tabs; with --json as JSON.",
)
@click.option(
    "--site-pages",
    type=SOURCE,
    metavar="DIR|ARCHIVE",
    help="Other pages of the same site, from which its template is learned (for methods that use one).",
)
@click.option(
    "--output",
    type=PATH,
    help="Many pages: where the records go, .jsonl, .jsonl.gz, .jsonl.zst or .parquet;"
    " without it, JSON lines on standard output.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=MOST_JOBS),
    help="Many pages: worked on at once [default: one for each processor].",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.001, max=MOST_PAGE_SECONDS),
    help="Seconds after which a page is given up [default: 60].",
)
@click.option(
    "--html-column", metavar="NAME", help="Tables of pages: the column with the HTML, as text or bytes [default: html]."
)
@click.option(
    "--url-column", metavar="NAME", help="Tables of pages: that with the address [default: url, if there is one]."
)
@click.option("--site-mode", is_flag=True, help="Many pages: learn the template of every site (host) among them first.")
@click.option(
    "--dedupe", is_flag=True, help="Many pages: give each text once; a page that has an earlier one's is empty."
)
@click.option("--resume", is_flag=True, help="Many pages: go on with an output that was interrupted.")
def extract(
    paths: tuple[str, ...],
    method: str | None,
    content_type: str | None,
    url: str | None,
    form: str | None,
    as_json: bool,
    comments: str,
    favor: str,
    links: bool,
    images: bool,
    formatting: bool,
    captions: bool,
    prune: tuple[str, ...],
    keep: tuple[str, ...],
    languages: str | None,
    without: tuple[str, ...],
    no_mask: bool,
    also: tuple[str, ...],
    explain: bool,
    site_pages: str | None,
    output: Path | None,
    jobs: int | None,
    timeout: float | None,
    html_column: str | None,
    url_column: str | None,
    site_mode: bool,
    dedupe: bool,
    resume: bool,
) -> None:
    """Give the main text of one page in clean letters, or a record for each of many pages.

    Exit code 3 when no page has a main text (the reason is on standard error), 1 when an archive is damaged.
    """
    import extraction
    from workers.bulk.input.items import TableColumns
    from workers.bulk.input.sources import is_bulk
    from workers.bulk.order import Order, check_method
    from workers.selection import Selection

    paths = _checked_paths(paths)
    if timeout is not None and math.isnan(timeout):  # it is neither more nor less than any limit
        raise UsageError("--timeout is no number of seconds.")
    check_word("--comments", comments, extraction.Comments)
    check_word("--favor", favor, extraction.Favor)
    if url is not None:
        check_address(url, option="--url")
    shape = shape_of(form, as_json=as_json)
    limits = PageLimits.of_environment()
    order = Order(
        paths=paths,
        method=method or extraction.DEFAULT_METHOD,
        output=output,
        processes=jobs or os.cpu_count() or 1,
        page_seconds=timeout or limits.max_seconds,
        max_page_bytes=limits.max_bytes,
        favor=extraction.Favor(favor),
        comments=extraction.Comments(comments),
        captions=captions,
        rules=chosen_rules(without, also, no_mask=no_mask),
        selection=Selection.checked(prune, keep, _codes(languages), prefix="--"),
        columns=TableColumns(html_column or TableColumns.html, url_column),
        site_pages=site_pages,
        by_site=site_mode,
        dedupe=dedupe,
        resume=resume,
    )
    one = {
        "--content-type": content_type,
        "--url": url,
        "--format": form,
        "--explain": explain,
        "--links": links,
        "--images": images,
        "--formatting": formatting,
    }
    many = {
        "--jobs": jobs,
        "--html-column": html_column,
        "--url-column": url_column,
        "--site-mode": site_mode,
        "--dedupe": dedupe,
        "--resume": resume,
    }
    if output is not None or is_bulk(paths):
        _refuse(one, "is for one page, and these are many, or have an --output")
        extract_pages.run(order, as_json=as_json)
        return
    _refuse(many, "is for many pages, and this is one, without --output")
    check_method(order)
    asked = OnePage.checked(
        content_type,
        url,
        shape,
        links=links,
        images=images,
        formatting=formatting,
        captions=captions,
        explain=explain,
    )
    extract_one(order, asked)


def _checked_paths(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Give what was named, or else standard input, unless that is a terminal."""
    if not paths:
        if sys.stdin.isatty():
            raise UsageError("Say which page: a file, a folder, an address, or - for standard input.")
        return (STANDARD_INPUT,)
    if "" in paths:
        raise UsageError("The name of a page is empty: give a file, a folder, an address, or - for standard input.")
    return paths


def _codes(languages: str | None) -> list[str]:
    return [] if languages is None else [code.strip() for code in languages.split(",")]


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse the options that are given and would change nothing."""
    option = next((name for name, value in options.items() if value), None)
    if option is not None:
        raise UsageError(f"{option} {why}.")
