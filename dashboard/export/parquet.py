"""Parquet, alone and as a data set for ``datasets``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dashboard.export.manifest import TYPES
from db.publication.document_records import FIELDS
from mezmun.core.errors import InvalidInputError

ROWS: Final = 1_000
"""Rows of a group: what is held in memory, and what a reader reads at once."""


class ParquetShard:
    """A table with the fields of a record as columns; ``signals`` is JSON, for its keys differ from page to page."""

    def __init__(self, path: Path) -> None:
        self._arrow, parquet = _pyarrow()
        self._schema = _schema(self._arrow)
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def add(self, record: Mapping[str, Any]) -> None:
        """Write one record; see ``Shard``."""
        self._rows.append({**record, "signals": json.dumps(record["signals"], ensure_ascii=False, sort_keys=True)})
        if len(self._rows) == ROWS:
            self._flush()

    def close(self) -> None:
        """End the file; see ``Shard``."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
            self._rows.clear()


def dataset_card(documents: int) -> str:
    """Give the README.md that tells ``datasets`` where the files are."""
    return f"""---
configs:
- config_name: default
  data_files:
  - split: train
    path: data/train-*.parquet
---
{documents} documents; `manifest.json` says how they were chosen and made.

    datasets.load_dataset("this/folder", split="train")
"""


def _schema(arrow: Any) -> Any:
    columns = {"integer": arrow.int64(), "number": arrow.float64(), "list of strings": arrow.list_(arrow.string())}
    return arrow.schema([(name, columns.get(TYPES.get(name, ""), arrow.string())) for name in FIELDS])


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InvalidInputError(
            "Parquet needs pyarrow, which is not installed: `pip install 'mezmun[parquet]'`; or choose --format jsonl."
        ) from None
    return pyarrow, pyarrow.parquet
