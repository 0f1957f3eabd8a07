"""Lines that say who wrote, moved or edited a text, or whom it quotes. They are never text.

This is a rule of the product and not one of quality: the lines are left out also where a person who labels pages would
keep them. Every module gets a page with its marked content, and gives the lines of attribution, each with its role and
the reason.

Beside a limit, "half 8, twice 3" says how many of 1,205 labelled pages change with half of it and with twice: the texts
of eight and three. A limit with "half 0, twice 0" is a guess that no labelled page contradicts.
"""
