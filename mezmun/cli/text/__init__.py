"""Commands on one page, many pages or a text, with no database."""
