"""Commands that time Mezmun: its start, the text, the pipeline, a crawl, queries and the dashboard."""
