"""Pixels to cards: frames, the card reader, and the reading of a whole reveal."""
