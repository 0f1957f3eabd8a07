"""What speakers of the languages know: the words for dates, the months' names, the stop words.

Texts come in, and dates, or marks of the texts that hold a stop word, go out.
"""
