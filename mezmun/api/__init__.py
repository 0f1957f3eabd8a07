"""The Python API: a page in, its text out, with no database and no settings. ``mezmun`` itself gives its names."""
