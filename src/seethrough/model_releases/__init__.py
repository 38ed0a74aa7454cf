"""A released language model: how it is asked, its guard, its folder, what it gives away."""
