"""Bytes to markup: decoding, misread text, character references."""
