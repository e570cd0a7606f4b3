"""The table: what happened, as an append-only log of events and the state derived from it."""
