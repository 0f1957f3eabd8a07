"""Pages of the documentation site that are made from the code: a hook of MkDocs (``mkdocs.yml``)."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pydantic import BaseModel

from mezmun.cli import app
from mezmun.core.monitoring.metrics import table
from mezmun.core.outcomes import Outcome
from mezmun.core.settings import Settings
from mezmun.core.sites.schedule import Schedule
from mezmun.core.sites.site_schema import Assertions, CrawlLimits, Query, Rules, Site

ROOT: Final = Path(__file__).parent
API: Final = (
    *("mezmun.api.page_extraction.extract", "mezmun.api.page_extraction.extract_many"),
    *("mezmun.api.page_extraction.Options", "mezmun.api.extracted_page.ExtractedPage"),
    *(f"mezmun.api.text_functions.{name}" for name in ("normalize", "decode", "identify", "convert", "mask")),
    *("mezmun.core.errors.MezmunError", "mezmun.core.errors.InvalidInputError"),
)
"""What ``mezmun`` itself names, where it is defined."""


ROOT_PAGES: Final = ("contributing.md", "security.md")
"""Of the checkout's root, where their names are in capitals."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    pages = {
        "reference/api.md": "# Python API\n\n" + "\n\n".join(f"::: {name}" for name in API),
        "reference/commands.md": "".join(_commands()),
        "reference/site-file.md": "".join(_site_file()),
        "reference/settings.md": "# Settings\n\nEnvironment variables, or a `.env` file where `mezmun` is started.\n\n"
        + _fields(Settings, lambda name: f"MEZMUN_{name.upper()}"),
        "reference/metrics.md": "# Metrics\n\nWhat stands at `/metrics` of `MEZMUN_METRICS_ADDRESS`. Those of the "
        "installation are served by crawler and dashboard, those of a worker by each worker; so take `max` over those "
        "that serve the same. Memory, processor and open files of each process (`process_…`) are there as well.\n\n"
        + table(),
        "reference/outcomes.md": "# Outcomes\n\nEvery fetch ends with exactly one word.\n\n"
        "| word | meaning |\n|---|---|\n"
        + "".join(f"| `{Outcome[name].value}` | {meaning} |\n" for name, meaning in attribute_docs(Outcome).items()),
        **{name: (ROOT / name.upper().replace(".MD", ".md")).read_text(encoding="utf-8") for name in ROOT_PAGES},
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Let the links between the checkout's root and ``docs/`` lead to the pages of the site."""
    for name in ROOT_PAGES:
        markdown = markdown.replace(f"(../{name.upper().replace('.MD', '.md')}", f"({name}")
    return markdown.replace("(docs/", "(")


def attribute_docs(described: type) -> dict[str, str]:
    """Give what stands below each attribute of a class, one line each."""
    body = ast.parse(textwrap.dedent(inspect.getsource(described))).body[0]
    docs: dict[str, str] = {}
    name = ""
    for node in body.body if isinstance(body, ast.ClassDef) else ():
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                docs[name] = ""
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                docs[name] = " ".join(text.split()).replace("``", "`").replace("|", r"\|")
    return docs


def _fields(model: type[BaseModel], shown: Any) -> str:
    docs = attribute_docs(model)
    rows = (
        f"| `{shown(name)}` | {_default(field.get_default(call_default_factory=True))} | {docs.get(name, '')} |\n"
        for name, field in model.model_fields.items()
        if not isinstance(field.default, BaseModel)
    )
    return "| name | default | meaning |\n|---|---|---|\n" + "".join(rows)


def _default(value: object) -> str:
    empty = value is None or repr(value) == "PydanticUndefined"
    return "–" if empty else f"`{str(value).replace('|', chr(92) + '|')}`"


def _site_file() -> Iterator[str]:
    yield "# Keys of site files\n\nWith what they are checked; [Site files](../sites.md) explains them.\n\n"
    for prefix, model in (
        ("", Site),
        ("schedule.", Schedule),
        ("limits.", CrawlLimits),
        ("rules.", Rules),
        ("query.", Query),
        ("assertions.", Assertions),
    ):
        yield f"## {prefix.rstrip('.') or 'The file'}\n\n{_fields(model, lambda name, prefix=prefix: prefix + name)}\n"


def _commands() -> Iterator[str]:
    yield "# Command line\n\nWhat `--help` prints. Exit codes: 0 done, 1 it could not be done,\n"
    yield "2 the command line is wrong, 3 done, and there is no text.\n\n"
    app.load()
    yield from _command(app, "mezmun")


def _command(command: Any, name: str) -> Iterator[str]:
    context = command.make_context(name, [], resilient_parsing=True)
    if not getattr(command, "commands", None):
        yield f"## `{name}`\n\n{inspect.cleandoc(command.help or '').strip()}\n\n"
        yield "| option | meaning |\n|---|---|\n"
        for parameter in command.params:
            names = ", ".join(f"`{each}`" for each in [*parameter.opts, *parameter.secondary_opts])
            meaning = " ".join((getattr(parameter, "help", None) or "").split()).replace("|", r"\|")
            yield f"| {names} | {meaning} |\n"
        if command.epilog:
            yield f"\n{command.epilog}\n"
        yield "\n"
    for part in getattr(command, "commands", {}).values():
        yield from _command(part, f"{context.command_path} {part.name}" if context.command_path else part.name)
