"""Find every problem of a workspace's files at once, each with its place and what to do."""
