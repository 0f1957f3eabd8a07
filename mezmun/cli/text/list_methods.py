"""``mezmun methods``: which extraction methods there are."""

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option
from mezmun.cli.tables import print_table


@app.command(epilog="Example: `mezmun methods --json`")
@json_option("One JSON object a line, for machines.")
def methods(as_json: bool) -> None:
    """List the extraction methods a site can choose, with version and source."""
    import extraction

    if as_json:
        for method in extraction.methods():
            print_json({"name": method.name, "version": method.version, "source": method.source})
        return
    rows = [(method.name, method.version, method.source) for method in extraction.methods()]
    print_table(("method", "version", "source"), rows)
