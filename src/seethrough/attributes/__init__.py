"""What kind of person somebody is: age, sex, place and so on, as text gives it away."""
