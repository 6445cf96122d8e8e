"""Question as typed -> normalized question, memory decision, recognised entities."""
