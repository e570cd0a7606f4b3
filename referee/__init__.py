"""Reads a Mus reveal from a photograph and settles it, with the reason for every point."""

__version__ = "0.1.0"
