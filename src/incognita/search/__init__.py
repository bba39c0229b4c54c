"""Search from what a seat may know: worlds sampled from its view, a tree over information sets, playouts to the end."""
