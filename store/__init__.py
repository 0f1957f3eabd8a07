"""The raw store: pages as they came over the wire, addressed by their SHA-256."""
