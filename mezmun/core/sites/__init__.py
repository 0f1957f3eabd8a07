"""Site files: what one may say, and how they are read."""
