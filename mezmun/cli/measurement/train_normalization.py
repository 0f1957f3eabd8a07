"""``mezmun train normalization``: the lexicon and the language models, from text and tables the user supplies."""

from pathlib import Path

import click

from mezmun.cli.measurement.train import train
from mezmun.cli.options import AT_LEAST_ONE, PATH
from mezmun.core.errors import InvalidInputError, UsageError


@train.command(epilog="Example: `mezmun train normalization --text corpora --words words.tsv.gz`")
@click.option(
    "--text",
    type=PATH,
    help="A folder of text, a sentence a line: CODE.txt or CODE_anything.txt, gzipped or not, where CODE is "
    "the language (ug, ar, fa, ur, ps, sd, ckb, az, ks, kk, ky …), all in Arabic script.",
)
@click.option(
    "--words", type=PATH, help="Uyghur words and their counts, tab-separated; counted in the Uyghur text if left out."
)
@click.option("--cld2", type=PATH, help="The folder cld2/internal of CLD2's source: the other scripts' table.")
@click.option("--least", type=AT_LEAST_ONE, default=5, help="Leave out words seen less often than this.")
@click.option("--output", type=PATH, default=Path("normalization/data"), help="The folder to write to.")
def normalization(text: Path | None, words: Path | None, cld2: Path | None, least: int, output: Path) -> None:
    """Make the lexicon and the language models anew that `mezmun normalize` reads words and languages by."""
    from evaluation.normalization.ngram_tables import pack_ngrams
    from evaluation.normalization.normalizer_training import train as make

    if not (text or cld2):
        raise UsageError("Give --text, --cld2 or both: what the models are to be made of.")
    try:
        files = make(text, words, least) if text else {}
        files |= {"ngrams.npz": pack_ngrams(cld2)} if cld2 else {}
    except OSError as error:
        raise InvalidInputError(str(error)) from error
    output.mkdir(parents=True, exist_ok=True)
    for name, packed in files.items():
        (output / name).write_bytes(packed)
        click.echo(f"{output / name}: {len(packed)} bytes")
