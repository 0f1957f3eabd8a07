"""The demo: three small sample sites written for this project, and a local server that shows them as hosts would."""
