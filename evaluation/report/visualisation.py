"""A picture of why a page has its text: its lines in order, coloured by their probability, as SVG."""

from typing import Final
from xml.sax.saxutils import escape

from extraction import Extracted, explain
from extraction.page.lines import lines_of

_ROW, _WIDTH, _INDENT, _MAX_TEXT = 18, 1000, 8, 110
_FONT: Final = "13px sans-serif"


def visualise(extracted: Extracted) -> str:
    """Draw a page: from grey (noise) to green (content), a bar where a line is kept, its probability before it.

    A line that a step left out, or added, has the name of the step behind it.
    """
    page = extracted.selected.page
    if not page.texts:
        return _svg([], extracted)
    lines, rows, size = lines_of(page), [], f'height="{_ROW - 2}"'
    for number, line in enumerate(explain(extracted).lines):
        probability = line.probability or 0.0
        top = (number + 1) * _ROW + _INDENT
        indent = 60 + _INDENT * min(int(page.depth[lines.block[number]]), 12)
        red, green = (round(225 - fall * probability) for fall in (75, 10))
        shown = line.text if len(line.text) <= _MAX_TEXT else line.text[: _MAX_TEXT - 1] + "…"
        shown = shown if line.step == "method" else f"{shown} [{line.step}]"
        rows.append(f'<rect x="50" y="{top}" width="{_WIDTH - 60}" {size} fill="rgb({red},{green},{red})"/>')
        if line.in_text:
            rows.append(f'<rect x="44" y="{top}" width="4" {size} fill="rgb(20,110,40)"/>')
        rows.append(f'<text x="38" y="{top + 13}" text-anchor="end">{probability:.2f}</text>')
        rows.append(f'<text x="{indent}" y="{top + 13}">{escape(shown)}</text>')
    return _svg(rows, extracted)


def _svg(rows: list[str], extracted: Extracted) -> str:
    height = 2 * _ROW + _INDENT + _ROW * sum(row.startswith("<text") for row in rows) // 2
    rule = extracted.structure.decided_by
    head = f"expected F1 of the lines with a bar: {extracted.confidence or 0:.2f}; {rule.shape}: {rule.reason}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" style="font:{_FONT}">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{_INDENT}" y="{_ROW}">{escape(head)}</text>',
            *rows,
            "</svg>\n",
        ]
    )
