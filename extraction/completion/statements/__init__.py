"""What a page states in its head or its data, and shows beside its chosen text, is part of that text."""
