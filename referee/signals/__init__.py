"""A face over time to the signals that a player passed, and to questions for the referee."""
