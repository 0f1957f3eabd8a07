"""``mezmun extract``: one page's main text, from a file, a URL or standard input, with no database."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from mezmun import __version__, settings
from mezmun.cli import app
from mezmun.errors import InvalidInputError


@app.command(
    epilog="Examples: `mezmun extract page.html` · `mezmun extract https://example.org/news/1 --json` · "
    "`zcat page.html.gz | mezmun extract - --method correlativity`"
)
def extract(
    source: Annotated[
        str, typer.Argument(metavar="FILE|URL|-", help="A saved page, a public address, or - for stdin.")
    ],
    method: Annotated[str | None, typer.Option(help="Extraction method; `mezmun methods` lists them.")] = None,
    content_type: Annotated[str | None, typer.Option(help="The HTTP header, if the charset is known from it.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Text, blocks, language, encoding and changes as JSON.")
    ] = False,
) -> None:
    """Give the main text of one page, in clean letters.

    Exit code 3 when the page has no main text (the reason is on standard error).
    """
    import extraction
    from mezmun.outcomes import Outcome
    from workers.pipeline import process

    body, found_type, url = _read(source)
    try:
        made = process(
            body, method=method or extraction.DEFAULT_METHOD, content_type=content_type or found_type, url=url
        )
    except extraction.UnknownMethodError as error:
        raise InvalidInputError(str(error)) from None
    fields = asdict(made)
    del fields["lesson"]  # for the template of a site, which one page has not
    print(json.dumps(fields, ensure_ascii=False) if as_json else made.text)
    if made.outcome is not Outcome.STORED:
        typer.secho(f"mezmun: {source} is {made.outcome}: {made.detail}.", fg="yellow", err=True)
        raise typer.Exit(3)


def _read(source: str) -> tuple[bytes, str | None, str | None]:
    if source == "-":
        return sys.stdin.buffer.read(), None, None
    if source.startswith(("http://", "https://")):
        from crawler.single import fetch

        loaded = settings.load()
        agent = f"Mezmun/{__version__} (+{loaded.contact})"
        page = fetch(source, user_agent=agent, max_bytes=loaded.max_page_bytes)
        return page.body, page.content_type, page.url
    try:
        return Path(source).read_bytes(), None, None
    except OSError as error:
        raise InvalidInputError(f"The file {source} cannot be read: {error.strerror}.") from None
