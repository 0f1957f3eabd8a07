"""Bytes to clean text: decoding, reference repair, Uyghur letters, language and script, masking. Pure."""
