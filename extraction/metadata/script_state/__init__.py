"""Articles that a page shows by its scripts alone: the data they are written from, and the text of the article in it.

``states`` gives the data, with ``literals`` for what is written as a program and ``references`` for values that name
others; ``article`` finds the article of the page in it, which ``markup`` writes as HTML.
"""
