"""``tag-ratio``: lines with much text to few tags.

Weninger, Hsu and Han, *CETR: Content Extraction via Tag Ratios*, WWW 2010, the two-dimensional form (section 4). The
paper's line is a line of the source, which depends on how the page was written out; here it is a text with the tags
before it, which does not.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.method import Method, MethodContext
from extraction.page.node_table import Mask, NodeTable

RADIUS: Final = 1
"""Lines on each side that smoothing looks at (section 3.2)."""
WINDOW: Final = 3
"""Lines ahead that the derivative compares with (eq. 4)."""
CLUSTERS: Final = 3
"""k-means makes so many clusters, one of which is held at the origin (section 4.2)."""
ROUNDS: Final = 100
"""k-means makes at most so many rounds; on real pages it stands still after some ten."""

Values = NDArray[np.float64]


def select(page: NodeTable, _: MethodContext) -> Mask:
    """Mark the texts that fall in another cluster than the one at the origin."""
    if not len(page.texts):
        return np.zeros(0, dtype=np.bool_)
    ratio = smooth(tag_ratios(page))
    ahead = np.concatenate((ratio, np.zeros(WINDOW)))
    derivative = np.array([ahead[1 + i : 1 + i + len(ratio)] for i in range(WINDOW)]).mean(axis=0) - ratio
    points = np.column_stack((ratio, np.abs(smooth(derivative))))
    return away_from_origin(points)


def tag_ratios(page: NodeTable) -> Values:
    """Characters of each text to the tags, start and end, between it and the text before; no tag counts as one."""
    tags_opened = np.diff(page.position, prepend=0)
    deeper = np.diff(page.depth[page.owner] + 1, prepend=0)  # tags begun less tags ended
    ratios: Values = page.chars / np.maximum(2 * tags_opened - deeper, 1)
    return ratios


def smooth(values: Values) -> Values:
    """Smooth with a Gaussian kernel of RADIUS (eq. 2 and 3)."""
    offsets = np.arange(-RADIUS, RADIUS + 1)
    kernel = np.exp(-(offsets**2) / (2 * RADIUS**2))
    smoothed: Values = np.convolve(np.pad(values, RADIUS, mode="edge"), kernel / kernel.sum(), mode="valid")
    return smoothed


def away_from_origin(points: Values) -> Mask:
    """Cluster (N, 2) points with one centroid held at the origin, and mark those of the other clusters.

    The others begin at the farthest point and at the one farthest from both, so that the result is always the same.
    """
    centroids = np.zeros((CLUSTERS, 2))
    for row in range(1, CLUSTERS):
        centroids[row] = points[_squares(points, centroids[:row]).min(axis=1).argmax()]
    nearest = np.zeros(len(points), dtype=np.intp)
    for _ in range(ROUNDS):
        nearest = _squares(points, centroids).argmin(axis=1)
        moved = centroids.copy()
        for row in range(1, CLUSTERS):
            if (nearest == row).any():
                moved[row] = points[nearest == row].mean(axis=0)
        if np.array_equal(moved, centroids):
            break
        centroids = moved
    return nearest > 0


def _squares(points: Values, centroids: Values) -> Values:
    distances: Values = ((points[:, None, :] - centroids[None, :, :]) ** 2).sum(axis=2)
    return distances


TAG_RATIO: Final = Method("tag-ratio", "2", "CETR: Content Extraction via Tag Ratios, WWW 2010", select)
