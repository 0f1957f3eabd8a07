"""What a page states of itself outside its text: in its head, in its structured data, by its controls."""
