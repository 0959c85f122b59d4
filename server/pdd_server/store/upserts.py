"""INSERT ... ON CONFLICT, which SQLite took over from PostgreSQL word for word.

SQLAlchemy has a construct of its own for each. PostgreSQL's is compiled for SQLite too; SQLite's is not for PostgreSQL.
"""

from sqlalchemy.dialects.postgresql import insert as upsert

__all__ = ["upsert"]
