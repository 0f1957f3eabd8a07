"""Engine, models, queries and the raw store."""
