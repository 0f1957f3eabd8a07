"""``mezmun sites``: look at the site files before they are used."""

from collections.abc import Sequence
from pathlib import Path

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import PATH, json_option
from mezmun.cli.tables import print_table
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files
from mezmun.core.sites.schedule import written_interval
from mezmun.core.sites.site_schema import Site


@app.group()
def sites() -> None:
    """Add, try, check and list the site files; steer the crawl of a site."""


@sites.command(epilog="Examples: `mezmun sites check` · `mezmun sites check sites/examples/forum.yaml`")
@click.argument("paths", type=PATH, nargs=-1, help="Site files or folders of them; default: every site.")
@json_option("One JSON object on standard output, for machines.")
def check(paths: tuple[Path, ...], as_json: bool) -> None:
    """Read site files and say what is wrong in each, with file and line. Exit code 1 if anything is.

    Sites that begin with the same address crawl it twice: that is said, and may be meant so.
    """
    good: list[Site] = []
    faults: list[str] = []
    wrong = 0
    seen: dict[tuple[Path, str], Path] = {}
    for path in _files(paths or (settings.load().sites_dir,)):
        try:
            if (twin := seen.setdefault((path.parent, path.stem), path)) != path:
                raise ConfigurationError(f"{path}:1: the site {path.stem!r} is also in {twin}; rename or remove one.")
            good.append(site_files.load(path))
        except ConfigurationError as error:
            faults += str(error).splitlines()
            wrong += 1
    doubts = _common_seeds(good)
    if as_json:
        record = {"sites": [site.name for site in good], "faults": faults, "doubts": doubts}
        print_json(record)
    else:
        for fault in faults:
            click.secho(fault, fg="red", err=True)
        for doubt in doubts:
            click.secho(doubt, fg="yellow", err=True)
        click.echo(f"{len(good)} right, {wrong} wrong.")
    if faults:
        raise Exit(1)


def _common_seeds(known: Sequence[Site]) -> list[str]:
    """Say which of some sites begin with the same addresses."""
    of_seed: dict[str, list[str]] = {}
    for site in known:
        if site.enabled:
            for seed in site.all_seeds:
                of_seed.setdefault(seed, []).append(site.name)
    common: dict[str, list[str]] = {}
    for seed, names in of_seed.items():
        if len(set(names)) > 1:
            common.setdefault(", ".join(dict.fromkeys(names)), []).append(seed)
    return [
        f"The sites {names} begin with the same address, {seeds[0]}, and each crawls it."
        for names, seeds in common.items()
    ]


@sites.command(name="list", epilog="Example: `mezmun sites list --json`")
@json_option("One JSON object a site and line.")
def list_sites(as_json: bool) -> None:
    """List the sites with kind, schedule and seeds."""
    folder = settings.load().sites_dir
    known = site_files.load_all(folder)
    if as_json:
        for site in known.values():
            print_json(site.model_dump(mode="json"))
        return
    if not known:
        click.echo(f"There is no site in {folder} yet: `mezmun sites add URL` looks at one and writes its file.")
        return
    rows = []
    for site in known.values():
        enabled = "yes" if site.enabled else "no"
        kinds = ", ".join(dict.fromkeys((site.kind, *(section.kind for section in site.sections))))
        every = site.schedule.cron or written_interval(site.interval)
        rows.append((site.name, kinds, every, enabled, " ".join(site.all_seeds)))
    print_table(("site", "kind", "every", "enabled", "seeds"), rows, cut=("seeds",))


def _files(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise ConfigurationError(f"There is no file or folder {path}.")
        inside = site_files.site_files(path) if path.is_dir() else [path]
        if not inside:
            raise ConfigurationError(f"There is no site file in {path}: one ends in .yaml.")
        files += inside
    return files
