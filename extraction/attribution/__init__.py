"""Who wrote, moved, edited or is quoted: a product rule and not a rule of quality, for such lines are never text.

A page with its content comes in, and the lines of attribution go out, each with its role and the reason; also where a
person who labels pages would keep them.
"""
