"""How the sites fare: status, health, failures."""
