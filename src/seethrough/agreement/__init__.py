"""How well a judge agrees with raters: ratings, the rating page, and calibration."""
