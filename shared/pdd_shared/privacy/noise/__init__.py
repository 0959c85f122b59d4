"""Noise: its distributions, and exact draws from them by the server and by donors."""
