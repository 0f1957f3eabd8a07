"""What reads pages in this program: its methods and its normaliser, by version."""

from typing import Final

from db.processing.superseded import Versions
from extraction import DEFAULT_METHOD, methods
from normalization import NORMALIZER_VERSION

PRESENT_VERSIONS: Final = Versions(
    {method.name: method.version for method in methods()}, DEFAULT_METHOD, NORMALIZER_VERSION
)
