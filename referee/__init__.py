"""A referee for the card game Mus: cards and calls in, a score with reasons out."""

__version__ = "0.1.0"
