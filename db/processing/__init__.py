"""What workers make of fetches: the word each ends with, the templates they are read with, what is tried again."""
