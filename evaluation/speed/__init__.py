"""How fast the systems and their stages are."""
