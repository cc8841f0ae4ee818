"""Drawing on the film: the mode, its tools, and what lies over the picture."""
