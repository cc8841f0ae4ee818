"""Showing the film: which frame, when, and by which controls."""
