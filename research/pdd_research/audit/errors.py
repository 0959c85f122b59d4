"""What an audit refuses."""

from pdd_research.errors import Refused


class AuditError(Refused):
    """What cannot be audited: names it, what is wrong, and what to do."""
