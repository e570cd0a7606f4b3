"""A table picture and a short clip to try the referee on, composed with the project's own deck."""
