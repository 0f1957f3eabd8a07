"""A picture of the tables, made from the code: an entity-relationship diagram in Mermaid's language."""

import re
import sys
from pathlib import Path
from typing import Final

from sqlalchemy import Column, MetaData, Table
from sqlalchemy.dialects import postgresql

from db.all_tables import METADATA

_POSTGRESQL: Final = postgresql.dialect()  # type: ignore[no-untyped-call]
_BLOCK: Final = re.compile(r"(<!-- tables -->\n).*?(<!-- /tables -->)", re.DOTALL)


def tables_diagram(metadata: MetaData = METADATA) -> str:
    """Give all tables with their keys, and the foreign keys between them, as a Mermaid ``erDiagram``.

    Columns that are no key are left out: ``db.models`` and the ``tables`` of each room have them, with what they mean.
    """
    tables = sorted(metadata.tables.values(), key=lambda table: table.name)
    lines = ["erDiagram"]
    for table in tables:
        lines += [f"    {table.name} {{", *(f"        {_column(column)}" for column in _keys(table)), "    }"]
    for table in tables:
        for column in table.columns:
            for key in column.foreign_keys:
                target = key.target_fullname.split(".")[0]
                lines.append(f'    {target} ||--o{{ {table.name} : "{column.name}"')
    return "\n".join(lines)


def _keys(table: Table) -> list[Column[object]]:
    return [column for column in table.columns if column.primary_key or column.foreign_keys]


def _column(column: Column[object]) -> str:
    kind = column.type.compile(dialect=_POSTGRESQL).split("(")[0].lower().replace(" ", "_")
    marks = [mark for mark, holds in (("PK", column.primary_key), ("FK", bool(column.foreign_keys))) if holds]
    return f"{kind} {column.name} {','.join(marks)}"


def with_diagram(document: str) -> str:
    """Give a Markdown document with the picture between its lines ``<!-- tables -->`` and ``<!-- /tables -->``."""
    return _BLOCK.sub(lambda match: f"{match[1]}```mermaid\n{tables_diagram()}\n```\n{match[2]}", document)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(with_diagram(path.read_text(encoding="utf-8")), encoding="utf-8")
