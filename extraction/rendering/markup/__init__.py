"""The markup inside blocks: links, emphasis, code, formulas, footnotes and images, as spans on their plain text.

A block's text is the same with spans and without.
"""
