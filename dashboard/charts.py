"""Charts as SVG, drawn by pygal. Each stands beside a table of its numbers."""

from collections.abc import Sequence
from typing import Final

import pygal
from pygal.style import Style

_STYLE: Final = Style(
    background="transparent",
    plot_background="transparent",
    foreground="#6b7280",
    foreground_strong="#6b7280",
    foreground_subtle="#9ca3af55",
    opacity=".9",
    guide_stroke_color="#9ca3af55",
    major_guide_stroke_color="#9ca3af55",
    colors=("#2f6f8f", "#d97706", "#b91c1c"),
    font_family="system-ui, sans-serif",
)
"""Colours that show on white and on black alike."""


def bars(labels: Sequence[str], series: Sequence[tuple[str, Sequence[int]]], *, every_label: bool = False) -> bytes:
    """Draw bars side by side, one group for each label, of which some eight are shown, or every one."""
    chart = pygal.Bar(
        style=_STYLE,
        js=(),
        width=900,
        height=260,
        explicit_size=False,
        show_y_guides=True,
        legend_at_bottom=True,
        x_labels_major_every=1 if every_label else max(1, len(labels) // 8),
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
    return drawing


def _whole_steps(most: int) -> list[int]:
    """Give some five whole numbers from 0 to a number or a little beyond."""
    step = max(1, -(-most // 4))
    return list(range(0, step * 5, step)) if most > 4 else list(range(max(most, 1) + 1))
