"""What is done beside the way of a page: templates are learned, and pages read with an older one are read again."""
