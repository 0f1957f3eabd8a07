"""What a bulk run reads: files, folders and web archives, as pages."""
