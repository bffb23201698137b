# SPDX-License-Identifier: GPL-3.0-or-later
import subprocess
import sys
from pathlib import Path

import hamnet
from hamnet import _engine


def test_module_keeps_to_the_stable_abi_where_there_is_one():
    assert (".abi3." in Path(_engine.__file__).name) == (sys.version_info >= (3, 12))


def test_names_are_there_and_documented():
    for name in hamnet.__all__:
        if not name.startswith("Sequence"):
            assert getattr(hamnet, name).__doc__
    assert hamnet.Error.__module__ == "hamnet"


def test_program_of_the_terminal_starts_without_numpy():
    subprocess.run([sys.executable, "-c", "import hamnet, sys; sys.exit('numpy' in sys.modules)"], check=True)
