"""What stands in rows: tables, lists of pairs, and boxes alike. Each rule gives what the choice left out of them."""
