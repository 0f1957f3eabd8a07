"""``mezmun normalize`` and ``mezmun convert``: text made clean, and written in another script."""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import SOURCE, also_option, check_language, json_option, no_mask_option, without_option
from mezmun.cli.text.page_source import STANDARD_INPUT
from mezmun.cli.text.rule_options import chosen_rules
from mezmun.cli.text.text_source import chunks

if TYPE_CHECKING:
    from normalization import Normalized, Rule

files_argument = click.argument("files", type=SOURCE, nargs=-1, help="Files, or - for standard input (the default).")


@app.command(epilog="Example: `mezmun normalize page.txt --explain`")
@files_argument
@without_option
@no_mask_option
@also_option
@click.option("--language", help="The language of the whole text, where short lines leave doubt: ug, ar, fa …")
@click.option("--explain", is_flag=True, help="Print what was changed, in which line and by which rule, not the text.")
@json_option("One JSON object a line of text: text, language, script, changes.")
@click.option("--rules", is_flag=True, help="List the rules, in the order of work, and end.")
def normalize(
    files: tuple[str, ...],
    without: tuple[str, ...],
    no_mask: bool,
    also: tuple[str, ...],
    language: str | None,
    explain: bool,
    as_json: bool,
    rules: bool,
) -> None:
    """Make text clean: Uyghur letters, decoding, masking. Each line is a block of its own.

    Text may be in any encoding, and of any length.
    """
    from normalization import DEFAULT_RULES, Rule

    if rules:
        for rule in Rule:
            if as_json:
                print_json({"rule": rule, "meaning": rule.meaning, "default": rule in DEFAULT_RULES})
            else:
                click.echo(f"{rule}\t{rule.meaning}")
        return
    chosen = chosen_rules(without, also, no_mask=no_mask)
    changes: Counter[str] = Counter()
    if language is not None:
        check_language("--language", language)
    line = 1
    for chunk in chunks(files or (STANDARD_INPUT,)):
        if explain:
            _explain(chunk, line, chosen, language, as_json=as_json)
        elif as_json:
            _print_lines(chunk, chosen, language)
        else:
            cleaned = _normalize(chunk, chosen, language)
            changes.update(cleaned.changes)
            sys.stdout.write(cleaned.text)
        line += chunk.count("\n")
    if changes and sys.stderr.isatty():
        click.secho(", ".join(f"{rule} {count}" for rule, count in changes.most_common()), fg="cyan", err=True)


@app.command(epilog="Example: `mezmun convert --to latin text.txt`")
@files_argument
@click.option("--to", default="latin", help="arabic, latin (ULY) or cyrillic.")
@click.option("--from", "source", help="The script the text is in, likewise [default: each line's own].")
def convert(files: tuple[str, ...], to: str, source: str | None) -> None:
    """Write Uyghur text in another of its scripts; its letters are made clean first, and other words stay.

    On standard error it says which words could not be converted: names of other languages, lines that are not Uyghur.
    """
    from mezmun.api.text_functions import check_script, conversion, conversion_by_line, script_named

    target = script_named(to)
    if source is not None:
        script_named(source)
    is_first = True
    left: dict[str, None] = {}
    for chunk in chunks(files or (STANDARD_INPUT,)):
        if source is None and is_first:
            check_script(chunk)  # or it is the wrong file
        converted = conversion_by_line(chunk, target) if source is None else conversion(chunk, to, source)
        is_first = False
        sys.stdout.write(converted.text)
        left.update(dict.fromkeys(converted.left))
    if left:
        click.echo(f"Left as they are: {', '.join(left)}", err=True)


def _normalize(text: str, rules: "frozenset[Rule]", language: str | None) -> "Normalized":
    from normalization import normalize as cleaned

    return cleaned(text, rules=rules, language=language)


def _print_lines(chunk: str, rules: "frozenset[Rule]", language: str | None) -> None:
    from normalization.languages.identification import identify_each
    from normalization.normalizer import document_language

    language = language or document_language(chunk)
    lines = chunk.removesuffix("\n").split("\n")
    cleaned = [_normalize(line.removesuffix("\r"), rules, language) for line in lines]
    for line, identified in zip(cleaned, identify_each([line.text for line in cleaned]), strict=True):
        record = {"text": line.text, "language": identified.code, "script": identified.script, "changes": line.changes}
        print_json(record)


def _explain(chunk: str, first: int, rules: "frozenset[Rule]", language: str | None, *, as_json: bool) -> None:
    from normalization.normalizer import explain

    for edit in explain(chunk, rules=rules, language=language):
        for before, after in _differences(edit.before, edit.after):
            line = first + edit.line - 1
            if as_json:
                print_json({"line": line, "rule": edit.rule, "before": before, "after": after})
            else:
                click.echo(f"{line}\t{edit.rule}\t{_visible(before)}\t{_visible(after)}")


def _differences(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Give the stretches of words that differ."""
    from difflib import SequenceMatcher

    old, new = before.split(), after.split()
    for kind, start, end, other, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield " ".join(old[start:end]), " ".join(new[other:stop])


def _visible(text: str) -> str:
    """Show characters that do not show as their code points."""
    return "".join(letter if letter.isprintable() else f"<U+{ord(letter):04X}>" for letter in text)
