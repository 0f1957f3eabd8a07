"""Extraction in bulk, with no database: pages from files, folders and web archives, records to a file.

sources ─ pages in order ─► pool of processes ─ records in order ─► output, committed in whole parts
"""
