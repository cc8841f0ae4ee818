"""The window's way to clips: which moments, how they look, and writing them."""
