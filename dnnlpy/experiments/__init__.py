"""Experiments that take minutes, run by a command, whose small results the book shows.

``python -m dnnlpy.experiments.race`` trains tied and untied models and writes ``race.json``.
:mod:`dnnlpy.experiments.launch` calls functions of a notebook in several processes.
"""
