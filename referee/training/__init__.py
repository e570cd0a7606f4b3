"""Dataset synthesis, training, export and evaluation of the card reader (extra `train`)."""
