"""The five character references that the parser writes."""


def unescaped(written: str) -> str:
    """Read them."""
    if "&" not in written:
        return written
    plain = written.replace("&nbsp;", "\xa0").replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
    return plain.replace("&amp;", "&")
