"""What an operator asks the database: how it goes, where it fails. Read only."""
