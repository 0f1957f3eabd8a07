"""What a page puts inside the text of an article or post, or below it, that is no part of it and names nobody."""
