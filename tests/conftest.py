"""What every test stands on: nothing that this user has stored."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

# Before anything is started, so that processes of the tests know no stored tables either.
os.environ["ENRAYA_TABLES"] = str(Path(tempfile.gettempdir()) / "enraya-tests-store-nothing-here")
