"""What goes for good: pages and sites that are taken down, and bytes that nothing points to."""
