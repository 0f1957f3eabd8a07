"""The services that Mezmun needs, and the embedded ones: PostgreSQL from a wheel, and a broker in its tables."""
