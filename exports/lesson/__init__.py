"""Lessons as plain files: the class folder that trainees take, and the results page of a class."""
