"""Commands that give documents away: listed and shown to people, served to programs, exported in bulk."""
