"""``mezmun sites``: look at the site files before they are used."""

import json
from pathlib import Path
from typing import Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files

group = typer.Typer(no_args_is_help=True, help="Add, try, check and list the site files; steer the crawl of a site.")
app.add_typer(group, name="sites")

Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, for machines.")]


@group.command(epilog="Example: `mezmun sites check` or `mezmun sites check sites/examples/forum.yaml`")
def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Site files or folders of them; default: every site.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Read site files and say what is wrong in each, with file and line. Exit code 1 if anything is."""
    good: list[str] = []
    faults: list[str] = []
    wrong = 0
    seen: dict[tuple[Path, str], Path] = {}
    for path in _files(paths or [settings.load().sites_dir]):
        try:
            if (twin := seen.setdefault((path.parent, path.stem), path)) != path:
                raise ConfigurationError(f"{path}:1: the site {path.stem!r} is also in {twin}; rename or remove one.")
            good.append(site_files.load(path).name)
        except ConfigurationError as error:
            faults += str(error).splitlines()
            wrong += 1
    if as_json:
        typer.echo(json.dumps({"sites": good, "faults": faults}, ensure_ascii=False))
    else:
        for fault in faults:
            typer.secho(fault, fg="red", err=True)
        typer.echo(f"{len(good)} right, {wrong} wrong.")
    if faults:
        raise typer.Exit(1)


@group.command(name="list", epilog="Example: `mezmun sites list --json`")
def list_sites(as_json: Json = False) -> None:
    """List the sites with kind, schedule and seeds."""
    from rich.console import Console
    from rich.table import Table

    known = site_files.load_all(settings.load().sites_dir)
    if as_json:
        typer.echo(json.dumps([site.model_dump(mode="json") for site in known.values()], ensure_ascii=False))
        return
    if not known:
        typer.echo("No sites yet: copy a file of sites/examples/ to sites/<name>.yaml and change it.")
        return
    table = Table("site", "kind", "every", "enabled", "seeds")
    for site in known.values():
        enabled = "yes" if site.enabled else "no"
        kinds = ", ".join(dict.fromkeys((site.kind, *(section.kind for section in site.sections))))
        every = site.schedule.cron or str(site.interval)
        table.add_row(site.name, kinds, every, enabled, "\n".join(site.all_seeds))
    Console().print(table)


def _files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise ConfigurationError(f"There is no file or folder {path}.")
        inside = site_files.site_files(path) if path.is_dir() else [path]
        if not inside:
            raise ConfigurationError(f"There is no site file in {path}: one ends in .yaml.")
        files += inside
    return files
