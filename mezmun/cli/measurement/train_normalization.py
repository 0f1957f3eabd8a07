"""``mezmun train normalization``: the lexicon and the language models, from text the user supplies."""

from pathlib import Path
from typing import Annotated

import typer

from mezmun.cli.measurement.train import train
from mezmun.core.errors import InvalidInputError


@train.command(epilog="Example: `mezmun train normalization --text corpora --words words.tsv.gz`")
def normalization(
    text: Annotated[
        Path,
        typer.Option(
            help="A folder of text, a sentence a line: CODE.txt or CODE_anything.txt, gzipped or not, where CODE is "
            "the language (ug, ar, fa, ur, ps, sd, ckb, az, ks, kk, ky …), all in Arabic script."
        ),
    ],
    words: Annotated[
        Path | None,
        typer.Option(help="Uyghur words and their counts, tab-separated; counted in the Uyghur text if left out."),
    ] = None,
    least: Annotated[int, typer.Option(min=1, help="Leave out words seen less often than this.")] = 5,
    output: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("normalization/data"),
) -> None:
    """Make the lexicon and the language models anew that `mezmun normalize` reads words and languages by."""
    from evaluation.errors import EvaluationError
    from evaluation.normalization.normalizer_training import train as make

    try:
        files = make(text, words, least)
    except (EvaluationError, OSError) as error:
        raise InvalidInputError(str(error)) from error
    output.mkdir(parents=True, exist_ok=True)
    for name, packed in files.items():
        (output / name).write_bytes(packed)
        typer.echo(f"{output / name}: {len(packed)} bytes")
