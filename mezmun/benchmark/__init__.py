"""How fast an installation turns fetched bytes into documents, measured on services of its own."""
