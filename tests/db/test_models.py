import re

from db.all_tables import METADATA

PERSONAL = re.compile(
    r"user|author|account|profile|avatar|nick|login|person|creator|poster|member|email|e_mail|phone|password|(^|_)ip($|_)"
)


def test_no_column_can_hold_who_said_it():
    names = [f"{table.name}.{column.name}" for table in METADATA.sorted_tables for column in table.columns]
    assert len(names) > 50
    assert [name for name in names if PERSONAL.search(name)] == []


def test_every_time_has_its_zone_and_every_constraint_its_name():
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if column.name.endswith(("_at", "_until")) or column.name == "at":
                assert column.type.timezone, f"{table.name}.{column.name}"
        assert all(constraint.name for constraint in table.constraints)
