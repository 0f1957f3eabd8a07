"""What a page puts amid the text of an article or post, or below it, that is none of it and names nobody."""
