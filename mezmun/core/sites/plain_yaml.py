"""YAML without what a site file has no use for: aliases, which a few lines multiply without end, tags, deep nesting."""

from typing import Any, Final

import yaml

DEEPEST: Final = 20
"""Levels of lists and mappings; a site file has three."""
LONGEST_FILE: Final = 1_000_000
"""Characters of a file."""


class PlainLoader(yaml.SafeLoader):
    """A loader that refuses the rest with a mark, as it does what is no YAML."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Compose a node, unless it is an alias, has a tag of its own, or lies too deep."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            raise yaml.composer.ComposerError(None, None, "aliases (*name) are not read here", mark)
        if getattr(event, "tag", None) is not None:
            raise yaml.composer.ComposerError(None, None, f"the tag {event.tag} is not read here", mark)
        if self._depth >= DEEPEST:
            raise yaml.composer.ComposerError(None, None, f"more than {DEEPEST} lists or mappings in each other", mark)
        self._depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1


def compose(text: str) -> Any:
    """Give the node of a document.

    Raises:
        yaml.YAMLError: it is no YAML, or none of the plain kind.
    """
    if len(text) > LONGEST_FILE:
        raise yaml.YAMLError(f"it has more than {LONGEST_FILE:,} characters")
    return yaml.compose(text, Loader=PlainLoader)
