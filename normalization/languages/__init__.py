"""Which language and script a text is in."""
