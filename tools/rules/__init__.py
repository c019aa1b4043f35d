"""The book's rules, one function each; `python -m tools.rules` runs them (make rules, make prose).

A rule takes a page and yields a complaint for each breach: which cell, what is wrong, what to do.
"""
