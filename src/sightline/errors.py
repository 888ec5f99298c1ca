"""The one exception for bad input: its message is a clear sentence for a person."""


class InputError(ValueError):
    """Something given to us is wrong; the message says what, where, and what would be right."""
