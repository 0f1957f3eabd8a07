"""Reports, plots and pictures for people."""
