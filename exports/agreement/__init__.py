"""How far people agree: two annotators of a match, trainees and rulings, trainees among each other.

`figures` has the statistics, `matches` and `lessons` what is compared, `page` and `files` what is
written. Figures that mean nothing are said in words and never shown as a number.
"""
