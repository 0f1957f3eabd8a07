"""What the database gives away: changes of documents in order, documents as records, and who may read them."""
