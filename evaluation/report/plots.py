"""Plots as inline SVG, so that a report is one file that loads nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

OURS, PEER = "#1768ac", "#b3620a"
_INK, _GRID = "#333", "#ddd"


@dataclass(frozen=True)
class Bar:
    """One bar: its length is ``value``, ``note`` shows when pointed at."""

    name: str
    value: float
    ours: bool
    note: str = ""


@dataclass(frozen=True)
class Dot:
    """One numbered point of a scatter plot, both values in 0..1."""

    number: int
    name: str
    x: float
    y: float
    ours: bool


@dataclass(frozen=True)
class Line:
    """One line of positive values, drawn on logarithmic axes."""

    name: str
    points: Sequence[tuple[float, float]]
    ours: bool


def bars(items: Sequence[Bar], top: float, unit: str = "") -> str:
    """Horizontal bars, one below the other; ``top`` is the value of a full one."""
    row, left, width = 20, 160, 330
    parts = []
    for position, bar in enumerate(items):
        y = position * row
        length = width * min(bar.value / top, 1.0) if top else 0.0
        label = f"{bar.value:.3f}" if top <= 1 else f"{bar.value:.1f}{unit}"
        parts.append(
            f"<g><title>{escape(bar.name)}: {label} {escape(bar.note)}</title>"
            f"{_text(left - 6, y + 14, bar.name, 'end')}"
            f"<rect x='{left}' y='{y + 3}' width='{length:.1f}' height='{row - 6}' fill='{_colour(bar.ours)}'/>"
            f"{_text(left + length + 5, y + 14, label)}</g>"
        )
    return _svg(left + width + 70, max(row, len(items) * row), parts)


def scatter(items: Sequence[Dot], x_title: str, y_title: str) -> str:
    """Numbered points on the unit square."""
    size, left, top = 270, 40, 10
    parts = []
    for step in range(6):
        at = size * step / 5
        parts.append(_grid(left + at, top, left + at, top + size) + _grid(left, top + at, left + size, top + at))
        parts.append(_text(left + at, top + size + 15, f"{step / 5:.1f}", "middle"))
        parts.append(_text(left - 5, top + size - at + 4, f"{step / 5:.1f}", "end"))
    parts.append(_text(left + size / 2, top + size + 32, x_title, "middle"))
    parts.append(_text(left + 4, top + 12, y_title))
    for dot in items:
        x, y = left + size * dot.x, top + size * (1 - dot.y)
        parts.append(
            f"<g><title>{escape(dot.name)}: {escape(x_title)} {dot.x:.3f}, {escape(y_title)} {dot.y:.3f}</title>"
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='8' fill='{_colour(dot.ours)}' fill-opacity='.85'/>"
            f"{_text(x, y + 3.5, str(dot.number), 'middle', 10, 'white')}</g>"
        )
    return _svg(left + size + 15, top + size + 40, parts)


def lines(items: Sequence[Line], x_title: str, y_title: str) -> str:
    """Lines on two logarithmic axes with the same length of a decade, so that linear growth rises at 45 degrees."""
    points = [point for line in items for point in line.points]
    if not points:
        return ""
    (x_low, x_high), (y_low, y_high) = (_decades(values) for values in zip(*points, strict=True))
    decade, left, top, right = 120, 60, 10, 190
    width, height = decade * (x_high - x_low), decade * (y_high - y_low)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return (
            left + decade * (math.log10(point[0]) - x_low),
            top + height - decade * (math.log10(point[1]) - y_low),
        )

    parts = []
    for power in range(x_low, x_high + 1):
        at = left + decade * (power - x_low)
        parts.append(_grid(at, top, at, top + height) + _text(at, top + height + 16, _power(power), "middle"))
    for power in range(y_low, y_high + 1):
        at = top + height - decade * (power - y_low)
        parts.append(_grid(left, at, left + width, at) + _text(left - 6, at + 4, _power(power), "end"))
    parts.append(_text(left + width / 2, top + height + 34, x_title, "middle"))
    parts.append(_text(left + 4, top + 12, y_title))
    ends = [place(line.points[-1])[1] for line in items]
    for line, label_y in zip(items, _apart(ends, 13), strict=True):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, line.points))
        x = place(line.points[-1])[0]
        parts.append(
            f"<g><title>{escape(line.name)}</title>"
            f"<polyline points='{path}' fill='none' stroke='{_colour(line.ours)}' stroke-width='2'/>"
            + "".join(
                f"<circle cx='{cx:.1f}' cy='{cy:.1f}' r='2.5' fill='{_colour(line.ours)}'/>"
                for cx, cy in map(place, line.points)
            )
            + f"{_text(x + 8, label_y + 4, line.name)}</g>"
        )
    return _svg(left + width + right, top + height + 44, parts)


def _decades(values: Sequence[float]) -> tuple[int, int]:
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def _power(of_ten: int) -> str:
    return f"{10**of_ten:,}" if of_ten >= 0 else f"{10.0**of_ten:g}"


def _apart(wanted: list[float], gap: float) -> list[float]:
    """Heights near the wanted ones, in their order, no two nearer than ``gap``."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = {order[0]: wanted[order[0]]}
    for above, below in pairwise(order):
        placed[below] = max(wanted[below], placed[above] + gap)
    return [placed[position] for position in range(len(wanted))]


def _colour(ours: bool) -> str:
    return OURS if ours else PEER


def _text(x: float, y: float, words: str, anchor: str = "start", size: int = 12, colour: str = _INK) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'"
    return f"<text {place} font-size='{size}' fill='{colour}'>{escape(words)}</text>"


def _grid(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{_GRID}'/>"


def _svg(width: float, height: float, parts: list[str]) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}' "
        f"viewBox='0 0 {width:.0f} {height:.0f}' font-family='sans-serif'>{''.join(parts)}</svg>"
    )
