"""The page of the documentation on the Python API: its examples run."""

import re
from pathlib import Path

import pytest

import mezmun
from mezmun.api.extracted_page import ExtractedPage
from mezmun.api.page_extraction import Options

TEXT = (Path(__file__).parents[3] / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_examples_run_one_after_the_other():
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    for example in examples:
        exec(example, names)
    assert len(examples) == 5
    assert names["page"].outcome is mezmun.Outcome.NOT_HTML


def test_every_name_of_the_table_is_one_of_a_page():
    table = TEXT.partition("| of a page |")[2].partition("\n\n")[0]
    names = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`([a-z_]+)[(`]", row.split("|")[1] if "|" in row else "")
    }
    assert {"text", "blocks", "confidence", "write", "to_dict"} < names
    assert all(hasattr(ExtractedPage, name) for name in names)


def test_every_option_but_the_method_and_the_header_is_shown():
    assert all(f"{name}=" in TEXT for name in Options.__annotations__.keys() - {"method", "content_type"})
