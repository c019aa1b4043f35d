"""Published models, each built once for all tests that count its parameters."""

from functools import cache

from dnnlpy.models import published

built = cache(published.build)
