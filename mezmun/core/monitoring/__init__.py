"""How the long-running parts are watched: metrics, and whether a part is alive and ready."""
