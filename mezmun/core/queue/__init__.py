"""What travels from crawler to workers, and on what: references of pages, the queue, and those that it gave up on."""
