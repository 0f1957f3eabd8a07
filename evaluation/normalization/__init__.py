"""Measuring the normaliser, and training its lexicon and language models."""
