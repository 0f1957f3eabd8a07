import os
import sys
from pathlib import Path

# The processes that contenders run in import the tests' own by name, from here.
HERE = str(Path(__file__).parent)
sys.path.insert(0, HERE)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, os.environ.get("PYTHONPATH"))))
