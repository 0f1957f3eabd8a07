"""Threads of forums: one document of posts over all pages of a thread."""
