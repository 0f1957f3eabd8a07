"""Pages whose facts are asked for."""

import json

from extraction import extract

TEXT = "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>" * 3
URL = "https://news.example.org/sea/boat"


def facts(head="", body=f"<h1>A day at sea</h1>{TEXT}", url=URL):
    return extract(f"<html><head>{head}</head><body>{body}</body></html>", url, "all-text").metadata


def ld(**data):
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'
