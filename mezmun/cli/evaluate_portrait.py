"""``mezmun evaluate portrait``: a picture of what the method ``mezmun`` thinks of a page."""

from pathlib import Path
from typing import Annotated

import typer

from mezmun.cli.evaluate import evaluate
from mezmun.errors import InvalidInputError


@evaluate.command()
def portrait(
    page: Annotated[Path, typer.Argument(help="A saved page.")],
    output: Annotated[Path, typer.Option(help="The SVG file to write.")] = Path("portrait.svg"),
) -> None:
    """Draw a page's lines, coloured by how probable it is that they are content.

    Example: `mezmun evaluate portrait page.html --output page.svg`
    """
    from evaluation.portrait import portrait as draw
    from extraction import PageTooLargeError, parse
    from normalization import decode, repair

    try:
        table = parse(repair(decode(page.read_bytes()).text or "").text)
    except (OSError, PageTooLargeError) as error:
        raise InvalidInputError(str(error)) from error
    output.write_text(draw(table), encoding="utf-8")
    typer.echo(f"Wrote {output}.")
