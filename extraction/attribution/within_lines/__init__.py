"""Names of who wrote within lines that say more: they are cut out, and the rest of the line stays."""
