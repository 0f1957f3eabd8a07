"""Charts as SVG, drawn by pygal, for a wide and a narrow screen. Each stands beside a table of its numbers."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygal
from pygal.style import Style

BLUE: Final = ("#2f6f8f", "#6bb3d6")
ORANGE: Final = ("#b45f06", "#f0b35a")
GREEN: Final = ("#2d7d46", "#7ddc9f")
RED: Final = ("#b91c1c", "#ff8a8a")
"""This red is for a light and for a dark ground: each is three times as light or dark as it. Only failures are red."""

_TEXT: Final = ("#57606a", "#a4adb6")
_STYLE: Final = partial(
    Style,
    background="transparent",
    plot_background="transparent",
    foreground=_TEXT[0],
    foreground_strong=_TEXT[0],
    foreground_subtle="#9ca3af55",
    opacity="1",
    guide_stroke_color="#9ca3af55",
    major_guide_stroke_color="#9ca3af55",
    font_family="system-ui, sans-serif",
    legend_font_size=12,
    label_font_size=11,
    major_label_font_size=11,
)
_COMMENTS: Final = re.compile(rb"<!--.*?-->", re.DOTALL)

_WIDE: Final = 900
_NARROW: Final = 400
"""Widths of a drawing in pixels; letters of a wide one could not be read on a phone."""

_LETTER: Final = 7
_GAP: Final = 20
"""Pixels of a letter below a chart, and between two labels."""


def bars(
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[int]]],
    *,
    narrow: bool = False,
    colours: Sequence[tuple[str, str]] = (BLUE, ORANGE, RED),
) -> bytes:
    """Draw bars side by side, one group for each label, of which as many are shown as have room."""
    width = _NARROW if narrow else _WIDE
    shown = max(1, width // (_LETTER * max(map(len, labels), default=0) + _GAP))
    chart = pygal.Bar(
        style=_STYLE(colors=[light for light, _ in colours]),
        js=(),
        css=("file://style.css", "file://graph.css", f"inline:{_dark(colours)}"),
        width=width,
        height=260,
        explicit_size=False,
        show_y_guides=True,
        legend_at_bottom=True,
        legend_at_bottom_columns=len(series),
        legend_box_size=10,
        x_labels_major_every=max(1, -(-len(labels) // shown)),
        show_minor_x_labels=False,
        truncate_label=-1,
        margin=8,
        value_formatter=lambda value: f"{value:,.0f}",
    )
    chart.uuid = "bars"  # a random one would make another drawing of the same numbers each time
    chart.x_labels = list(labels)
    chart.y_labels = _whole_steps(max((max(values, default=0) for _, values in series), default=0))
    for name, values in series:
        chart.add(name, list(values))
    drawing: bytes = chart.render()
    return _COMMENTS.sub(b"", drawing)  # one has the day of today: an export's sheet would be another one tomorrow


def _dark(colours: Sequence[tuple[str, str]]) -> str:
    rules = [
        f"#chart-bars .color-{number}{{fill:{dark} !important;stroke:{dark} !important}}"
        for number, (_, dark) in enumerate(colours)
    ]
    text = f"#chart-bars text{{fill:{_TEXT[1]} !important}}"
    return f"@media (prefers-color-scheme: dark) {{{''.join(rules)}{text}}}"


def _whole_steps(most: int) -> list[int]:
    """Give some five whole numbers, round ones, from 0 to a number or beyond it by less than a step."""
    least = max(1, -(-most // 4))
    power = 10 ** (len(str(least)) - 1)
    step = next(times * power for times in (1, 2, 3, 4, 5, 6, 8, 10) if times * power >= least)
    return list(range(0, -(-max(most, 1) // step) * step + 1, step))
