"""One spider per kind of site, on one base."""
