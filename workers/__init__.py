"""The Celery app and its tasks: they orchestrate, no algorithm inside."""
