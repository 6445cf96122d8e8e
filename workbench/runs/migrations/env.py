"""What Alembic runs its scripts in: the connection and the transaction of the caller."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite can undo the creation of a table; Alembic takes the driver's word that it cannot.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
