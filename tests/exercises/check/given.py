"""An answer that is handed over as several arguments."""


class Given:
    def __init__(self, *values, **named):
        self.values, self.named = values, named
