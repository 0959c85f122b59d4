"""The script that alembic runs. It migrates within the transaction that `migrate.upgrade` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
