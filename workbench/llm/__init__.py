"""Language models behind one port: an adapter per provider, and wrappers around any of them."""
