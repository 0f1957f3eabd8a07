"""Words that say what a number or name is, in the line before it."""
