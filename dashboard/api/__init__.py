"""What programs call, under ``/api/v1``."""
