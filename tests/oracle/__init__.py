"""Slow and obvious implementations of the rules, to check the fast ones against."""
