"""A look at a site before it is crawled: what it is made with, and what its links are taken for."""
