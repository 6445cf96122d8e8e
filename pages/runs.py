"""Every recorded run."""
