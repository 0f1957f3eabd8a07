"""One run of all systems on all pages: systems, processes, results."""
