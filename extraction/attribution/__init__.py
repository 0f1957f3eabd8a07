"""Who wrote, moved or edited something: a product rule and not a rule of quality, for such lines are never text.

A page with its content comes in, and the content without these lines goes out, also where a person who labels pages
would keep them.
"""
