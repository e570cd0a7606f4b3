"""The rules of Mouche, or Lanterlu: pure values, standard library only, no clock, no chance."""
