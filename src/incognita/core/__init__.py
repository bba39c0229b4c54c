"""The engine: what all games share. NumPy and Numba only."""
