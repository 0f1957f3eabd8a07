"""Names of writers inside lines that say more: the names are cut out, and the rest of the line stays."""
