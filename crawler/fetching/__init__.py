"""From a page that is due to what came of it: request, answer, raw bytes, reference."""
