"""The ground floor: errors, outcomes, messages, settings, queue, site schema. It imports no other room."""
