"""The rules of Mus: pure values, standard library only, no clock, no chance."""
