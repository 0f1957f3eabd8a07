"""Blocks and text: a node table and the mask of its content come in, and paragraphs, headings, items and rows go out.

Markdown is written from the blocks alone.
"""
