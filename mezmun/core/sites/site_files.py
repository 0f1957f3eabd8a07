"""Site files: one YAML file per source under ``sites/``, read into the models of ``mezmun.core.sites.site_schema``.

A file that is wrong is one ``ConfigurationError``, which has a line ``file:line: sentence`` for each of its faults.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, Final, get_args

import yaml
from natsort import natsorted
from pydantic import ValidationError

from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import plain_yaml
from mezmun.core.sites.site_schema import Site

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""A site's name is a file name, a column and a part of URLs: letters that need no quoting anywhere."""

_SENTENCES: Final = {
    "bool_type": "it takes true or false",
    "enum": "it takes {expected}",
    "float_type": "it takes a number",
    "greater_than": "it takes more than {gt:g}",
    "greater_than_equal": "it takes {ge:g} or more",
    "int_type": "it takes a whole number",
    "less_than_equal": "it takes {le:g} or less",
    "model_type": "it takes keys with values, not one value",
    "string_type": "it takes a text",
    "too_short": "it takes at least {min_length}, and has {actual_length}",
    "tuple_type": "it takes a list",
}
"""What is wrong with a value, by pydantic's word for it and with the numbers it gives."""

_Place = tuple[str | int, ...]
"""Keys and indices that lead to a value of the file."""


def site_files(folder: Path) -> list[Path]:
    """List the folder's own site files by name, ``site-2`` before ``site-10``; sub-folders are not looked into.

    Raises:
        ConfigurationError: it is a file.
    """
    if folder.is_file():
        raise ConfigurationError(f"MEZMUN_SITES_DIR is {folder}, which is a file: it takes a folder of site files.")
    files = (path for path in folder.glob("*") if path.suffix in {".yaml", ".yml"} and path.is_file())
    return natsorted(files, key=lambda path: path.name)


def load_all(folder: Path) -> dict[str, Site]:
    """Read every site file of a folder, by name.

    Raises:
        ConfigurationError: files are wrong, or two are of one name; it has the faults of all of them.
    """
    sites: dict[str, Site] = {}
    faults: list[str] = []
    for path in site_files(folder):
        if path.stem in sites:
            faults.append(second_file(path))
            continue
        try:
            sites[path.stem] = load(path)
        except ConfigurationError as error:
            faults.append(str(error))
    if faults:
        raise ConfigurationError("\n".join(faults))
    return sites


def second_file(path: Path) -> str:
    """Say that a file's site has another one, as ``a.yml`` beside ``a.yaml``."""
    return f"{path}:1: the site {path.stem!r} has two files; rename or remove one."


def find(folder: Path, name: str) -> Site:
    """Read the file of one site.

    Raises:
        ConfigurationError: there is no such file, or it is wrong.
    """
    for path in site_files(folder):
        if path.stem == name:
            return load(path)
    known = ", ".join(path.stem for path in site_files(folder)) or "none yet"
    hint = "a web address begins with http:// or https://" if fault_of_name(name) else f"write {folder / name}.yaml"
    raise ConfigurationError(f"There is no site {name!r} in {folder} (there: {known}); {hint}.")


def fault_of_name(name: str) -> str | None:
    """Say why a name is none that a site can have; None when it is one."""
    return None if _NAME.fullmatch(name) else "is made of a-z, 0-9 and -, at most 63 letters"


def load(path: Path) -> Site:
    """Read one site file.

    Raises:
        ConfigurationError: the file cannot be read or is wrong; each line of the message begins with ``file:line:``.
    """
    try:
        return parse(path.read_text(encoding="utf-8"), path)
    except OSError as error:
        raise ConfigurationError(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{path}: the file is not UTF-8; save it as UTF-8.") from None


def parse(text: str, path: PurePath) -> Site:
    """Read the text of the site file that a path names; the file itself need not be there.

    Raises:
        ConfigurationError: as ``load``.
    """
    node = _compose(text, path)
    if fault := fault_of_name(path.stem):
        raise ConfigurationError(f"{path}:1: a site's name (the file's) {fault}.")
    lines = dict(_lines((), node, path))
    if ("name",) in lines:
        raise ConfigurationError(f"{path}:{lines['name',]}: leave out name, a site is named after its file.")
    # Through JSON: strict validation then takes a YAML list for a tuple and a word for an enum, and still no "5" for 5.
    try:
        values = {**yaml.SafeLoader("").construct_document(node), "name": path.stem}
    except (yaml.MarkedYAMLError, ValueError) as error:  # a date that is none
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or error
        raise ConfigurationError(f"{path}:{mark.line + 1 if mark else 1}: {what}.") from None
    try:
        return Site.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        faults = sorted((_line(fault["loc"], lines), _sentence(fault)) for fault in _causes(error))
        raise ConfigurationError("\n".join(f"{path}:{line}: {sentence}" for line, sentence in faults)) from None


def _compose(text: str, path: PurePath) -> yaml.MappingNode:
    try:
        node = plain_yaml.compose(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigurationError(f"{path}:{line}: no valid YAML: {error.problem}.") from None
    except yaml.YAMLError as error:
        raise ConfigurationError(f"{path}:1: no valid YAML: {error}.") from None
    if not isinstance(node, yaml.MappingNode):
        raise ConfigurationError(f"{path}:1: a site file is a mapping with at least kind and seeds.")
    return node


def _causes(error: ValidationError) -> list[Any]:
    """Give the faults without those that follow from one inside them, as of a list whose items are wrong."""
    faults = error.errors()
    inner = [fault["loc"] for fault in faults]
    return [fault for fault in faults if not any(_is_inside(loc, fault["loc"]) for loc in inner)]


def _is_inside(place: _Place, other: _Place) -> bool:
    return len(place) > len(other) and place[: len(other)] == other


def _lines(place: _Place, node: yaml.Node, path: PurePath) -> Iterable[tuple[_Place, int]]:
    """Give the line of every value, by its place; refuse a key that stands twice, which YAML readers let pass."""
    yield place, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise ConfigurationError(f"{path}:{line}: a key must be a word.")
            if key.value in seen:
                raise ConfigurationError(f"{path}:{line}: {key.value} stands twice.")
            seen.add(key.value)
            yield from _lines((*place, key.value), value, path)
            yield (*place, key.value), line
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _lines((*place, index), item, path)


def _line(place: _Place, lines: Mapping[_Place, int]) -> int:
    """Give the line of a place, or of the nearest thing around it that stands in the file."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def _sentence(fault: Any) -> str:
    place = ".".join(str(part) for part in fault["loc"])
    match fault["type"]:
        case "extra_forbidden":
            known = ", ".join(sorted(_known_keys(fault["loc"][:-1])))
            return f"unknown key {place}; known here: {known}."
        case "missing":
            return f"{place} is missing."
        case _:
            words = _SENTENCES.get(fault["type"])
            message = words.format(**fault.get("ctx", {})) if words else fault["msg"].removeprefix("Value error, ")
            return f"{place}: {message}." if place else f"{message}."


def _known_keys(place: _Place) -> set[str]:
    model: Any = Site
    for part in place:
        # A number stands for an item of a list (``tuple[Section, ...]``).
        model = get_args(model)[0] if isinstance(part, int) else model.model_fields[part].annotation
    return set(model.model_fields) - {"name"}
