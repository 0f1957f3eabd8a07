"""The Uyghur language: alphabet, lexicon, letters, spelling, scripts."""
