"""Commands that run Mezmun: crawler, worker, database, documents."""
