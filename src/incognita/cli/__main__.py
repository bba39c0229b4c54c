"""`python -m incognita.cli` is the same as `incognita`."""

import sys

from incognita.cli import main

sys.exit(main())
