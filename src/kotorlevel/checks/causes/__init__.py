"""One cause for many findings: what happened to an area, proven by undoing it.

A rule of the family CAU proposes a cause and the area as it was before. The proof is a second
check: findings that are gone in that area are explained, and what the change would break speaks
against it. Reports show causes first, with their consequences under them; the repair is the area
that was proposed.
"""

from collections.abc import Iterator

from kotorlevel.checks.causes.proposal import Proposal, Suspect, SuspectTables

Proposals = Iterator[Proposal]
"""What a rule about causes yields."""

__all__ = ["Proposal", "Proposals", "Suspect", "SuspectTables"]
