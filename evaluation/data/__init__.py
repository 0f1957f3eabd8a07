"""Labelled pages: reading the sets, and labelling their lines."""
