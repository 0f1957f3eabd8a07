"""How near a method's text, posts and dates come to the labels."""
