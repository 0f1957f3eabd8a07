"""A picture of what ``mezmun`` thinks of a page: its lines in order, coloured by their probability, as SVG."""

from typing import Final
from xml.sax.saxutils import escape

from extraction.model import mezmun
from extraction.page.lines import lines_of
from extraction.page.node_table import NodeTable

_ROW, _WIDTH, _INDENT, _TEXT = 18, 1000, 8, 110
_FONT: Final = "13px sans-serif"


def portrait(page: NodeTable) -> str:
    """Draw a page: from grey (noise) to green (content), a bar where the line is chosen, the probability beside it."""
    if not page.texts:
        return _svg([], 0.0)
    judged, lines = mezmun.shipped().judge(page), lines_of(page)
    rows, size = [], f'height="{_ROW - 2}"'
    for number, text in enumerate(lines.text):
        probability = float(judged.probability[number])
        top = (number + 1) * _ROW + _INDENT
        indent = 60 + _INDENT * min(int(page.depth[lines.block[number]]), 12)
        red, green = (round(225 - fall * probability) for fall in (75, 10))
        shown = escape(text if len(text) <= _TEXT else text[: _TEXT - 1] + "…")
        rows.append(f'<rect x="50" y="{top}" width="{_WIDTH - 60}" {size} fill="rgb({red},{green},{red})"/>')
        if judged.chosen[number]:
            rows.append(f'<rect x="44" y="{top}" width="4" {size} fill="rgb(20,110,40)"/>')
        rows.append(f'<text x="38" y="{top + 13}" text-anchor="end">{probability:.2f}</text>')
        rows.append(f'<text x="{indent}" y="{top + 13}">{shown}</text>')
    return _svg(rows, judged.confidence)


def _svg(rows: list[str], confidence: float) -> str:
    height = 2 * _ROW + _INDENT + _ROW * sum(row.startswith("<text") for row in rows) // 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" style="font:{_FONT}">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{_INDENT}" y="{_ROW}">expected F1 of the lines with a bar: {confidence:.2f}</text>',
            *rows,
            "</svg>\n",
        ]
    )
