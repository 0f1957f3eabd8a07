"""Everything in bulk: snapshots of the documents as files that other tools read, with a manifest."""
