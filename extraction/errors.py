"""What extraction raises; a worker turns it into an outcome."""


class PageTooLargeError(Exception):
    """The page has more characters, elements or nesting than the limits of ``extraction.page.limits``."""


class UnknownMethodError(Exception):
    """No method has the name given."""
