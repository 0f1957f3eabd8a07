"""Commands that run Mezmun: crawler, worker, database, queue, raw pages."""
