"""What alembic runs: the migrations, on the connection and in the transaction that `migrate.upgrade` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
