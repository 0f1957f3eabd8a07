"""The feed for those who do not ask: its changes are sent to an address, or to RabbitMQ, as they come."""
