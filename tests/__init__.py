"""The tests. A package: worker processes import tasks of tests by name, and a dependency installs a ``tests``, too."""
