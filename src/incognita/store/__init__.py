"""What the server keeps: SQLAlchemy tables, their migrations, and the few ways in which they are used."""
