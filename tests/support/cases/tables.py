"""For each rule about stored tables: damaged walkmeshes that it finds, and others beside them."""

from __future__ import annotations

from support.cases.tables_bwm import BWM_CASES
from support.cases.tables_drv import DRV_CASES

CASES = BWM_CASES | DRV_CASES
"""Rule → damaged walkmeshes it finds, and walkmeshes about which it is silent."""
