"""What is to be fetched next, and when each page is looked at again."""
