"""How far a judge agrees with raters: ratings, the page to rate on, and calibration."""
