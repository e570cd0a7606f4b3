"""One module for each part of the address space; each gives its routes for a `Web`."""
