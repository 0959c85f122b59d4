"""What an audit refuses."""


class AuditError(ValueError):
    """What cannot be audited: names it, what is wrong, and what to do."""
