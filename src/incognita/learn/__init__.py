"""Learned players: networks taught by playouts, and the agents that use them."""
