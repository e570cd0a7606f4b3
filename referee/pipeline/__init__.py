"""Cameras, readers and the table, wired together."""
