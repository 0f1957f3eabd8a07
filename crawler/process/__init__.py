"""The process that crawls: how it is started, kept alive, and shares its time among the sites it leases."""
