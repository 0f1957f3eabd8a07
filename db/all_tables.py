"""All tables of all rooms in one place, for the migrations and for what looks at every table."""

from typing import Final

from db import models
from db.access import tables as access_tables
from db.base import Base
from db.crawling import tables as crawling_tables
from db.duplicates import tables as duplicate_tables
from db.monitoring import tables as monitoring_tables
from db.publication import tables as publication_tables
from db.reextraction import tables as reextraction_tables
from db.removal import tables as removal_tables
from db.threads import tables as threads_tables

METADATA: Final = Base.metadata
TABLE_MODULES: Final = (
    *(models, access_tables, crawling_tables, duplicate_tables, monitoring_tables, publication_tables),
    *(reextraction_tables, removal_tables, threads_tables),
)
"""The modules that have tables; to import them is enough."""
