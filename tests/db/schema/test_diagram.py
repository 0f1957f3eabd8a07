import re
from pathlib import Path

from sqlalchemy import Column, ForeignKey, Integer, MetaData, Table, Text

from db.all_tables import METADATA
from db.schema.diagram import tables_diagram, with_diagram

TABLES = Path(__file__).parents[3] / "docs" / "tables.md"


def test_a_table_shows_its_keys_and_whom_they_point_to() -> None:
    metadata = MetaData()
    Table("shelves", metadata, Column("id", Integer, primary_key=True), Column("label", Text))
    Table("books", metadata, Column("id", Integer, primary_key=True), Column("shelf", ForeignKey("shelves.id")))
    assert tables_diagram(metadata).splitlines() == [
        "erDiagram",
        "    books {",
        "        integer id PK",
        "        integer shelf FK",
        "    }",
        "    shelves {",
        "        integer id PK",
        "    }",
        '    shelves ||--o{ books : "shelf"',
    ]


def test_the_architecture_shows_the_tables_as_they_are() -> None:
    document = TABLES.read_text(encoding="utf-8")
    assert "erDiagram" in document
    assert with_diagram(document) == document, "Run `make figures`: the tables are not those of the code any more."


def test_the_document_says_what_a_row_of_each_table_is() -> None:
    rows = re.findall(r"^\| (`.*?) \|", TABLES.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(METADATA.tables)
