"""Who may work with the dashboard, and what they changed."""
