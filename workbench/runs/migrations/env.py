"""Run Alembic's migrations on the connection and in the transaction of the caller."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite can roll back CREATE TABLE, although Alembic's dialect declares that it cannot.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
