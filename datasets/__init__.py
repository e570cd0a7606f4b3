"""Recipes and pictures that make the data sets of the project."""
