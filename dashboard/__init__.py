"""What people and programs see of the pipeline: the API with the feed of documents, and the operator's pages."""
