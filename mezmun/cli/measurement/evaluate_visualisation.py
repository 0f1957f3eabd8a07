"""``mezmun evaluate visualisation``: a picture of what the method ``mezmun`` thinks of a page."""

from pathlib import Path

import click

from mezmun.cli.measurement.evaluate import evaluate
from mezmun.cli.options import PATH
from mezmun.core import settings
from mezmun.core.errors import InvalidInputError


@evaluate.command(epilog="Example: `mezmun evaluate visualisation page.html --output page.svg`")
@click.argument("page", type=PATH, help="A saved page, gzipped or not.")
@click.option("--output", type=PATH, default=Path("visualisation.svg"), help="The SVG file to write.")
def visualisation(page: Path, output: Path) -> None:
    """Draw a page's lines, coloured by how probable it is that they are content, with the steps that left some out."""
    from evaluation.report.visualisation import visualise as draw
    from extraction import PageTooLargeError, extract
    from normalization import decode, repair
    from workers.bulk.input.content_codings import BodyTooLargeError
    from workers.bulk.input.saved_page import NoHtmlPartError
    from workers.bulk.input.sources import saved

    try:
        read = saved(str(page), settings.load().max_page_bytes)
        html = decode(read.data, content_type=read.content_type).text
        if not (html or "").strip():
            raise InvalidInputError(f"The file {page} holds no page.")
        output.write_text(draw(extract(repair(html or "").text)), encoding="utf-8")
    except OSError as error:
        raise InvalidInputError(f"The file {error.filename}: {error.strerror}.") from error
    except (BodyTooLargeError, NoHtmlPartError, PageTooLargeError) as error:
        raise InvalidInputError(str(error)) from error
    click.echo(f"Wrote {output}.")
