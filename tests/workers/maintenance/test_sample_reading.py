import pickle
import subprocess
import sys

from workers.maintenance.sample_reading import ReadTask


def test_the_process_that_reads_waits_for_no_database():
    task = pickle.dumps(ReadTask())
    code = f"import pickle, sys; pickle.loads({task!r}); print('sqlalchemy' in sys.modules, 'workers' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
