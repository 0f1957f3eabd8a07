"""Two paragraphs that were chosen, and what a rule makes of a page with them."""

import numpy as np

from extraction.completion.choice import Choice
from extraction.page.node_table import parse

BEFORE, BEHIND = (
    "Im Frühjahr werden an beiden Ufern Bäume gepflanzt und Laternen aufgestellt. Außerdem sind geplant:",
    "Autos dürfen nicht über die Brücke fahren, die Linie führt über die neue Brücke.",
)


def completed_by(rule, page, content):
    """What is content (S) with what a rule gives."""
    choice = Choice(page, content)
    return choice.with_ranges(rule(choice)).content


def chosen_by(rule, html, chosen=(BEFORE, BEHIND)):
    """What a rule makes content of when it was the paragraphs alone, or other texts."""
    page = parse(html)
    content = np.array([text in chosen for text in page.text])
    return [text for text, mark in zip(page.text, completed_by(rule, page, content).tolist(), strict=True) if mark]
