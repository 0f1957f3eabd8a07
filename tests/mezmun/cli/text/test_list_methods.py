import json

from click.testing import CliRunner

import extraction
from mezmun.cli import app


def test_methods_lists_every_method_with_version_and_source():
    listed = CliRunner().invoke(app, ["methods"]).output
    assert all(method.name in listed for method in extraction.methods())
    rows = [json.loads(line) for line in CliRunner().invoke(app, ["methods", "--json"]).output.splitlines()]
    assert rows == [
        {"name": method.name, "version": method.version, "source": method.source} for method in extraction.methods()
    ]
