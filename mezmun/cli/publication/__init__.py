"""Commands that give documents away: to people, to programs, in bulk."""
