"""The dashboard, the API and the overlay: a local web server that needs no internet."""
