import pytest

from evaluation.benchmark import peer_facts
from evaluation.benchmark.systems import Source

PAGE = (
    '<html><head><title>A day at sea</title><meta property="article:published_time" content="2024-03-05T10:11:12Z">'
    "</head><body><h1>A day at sea</h1><p>The boat left the harbour before the sun was up.</p></body></html>"
)


@pytest.mark.parametrize(("name", "title"), [("trafilatura", "A day at sea"), ("htmldate", "")])
def test_a_peer_reads_what_it_can_of_title_and_day(name, title):
    read = peer_facts.installed()[name]
    assert read(Source(PAGE, "https://example.org/sea", "en")) == (title, "2024-03-05")
    assert read(Source("<html></html>", None, None))[0] == ""
