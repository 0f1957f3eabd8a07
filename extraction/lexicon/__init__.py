"""What speakers of the languages know, in tables: dates and months, terms and their roles, names, stop words."""
