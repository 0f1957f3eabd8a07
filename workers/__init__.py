"""The Celery app and its tasks, and the same work on files in bulk: they orchestrate, no algorithm inside."""
