"""Two paragraphs that were chosen, and what a rule makes of a page with them."""

import numpy as np

from extraction.page.node_table import parse

BEFORE, BEHIND = (
    "Im Frühjahr werden an beiden Ufern Bäume gepflanzt und Laternen aufgestellt. Außerdem sind geplant:",
    "Autos dürfen nicht über die Brücke fahren, die Linie führt über die neue Brücke.",
)


def chosen_by(rule, html):
    """What a rule makes content of when it was the paragraphs alone."""
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    return [text for text, mark in zip(page.text, rule(page, content).tolist(), strict=True) if mark]
