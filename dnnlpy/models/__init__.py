"""Models assembled from the layers of :mod:`dnnlpy.nn`."""
