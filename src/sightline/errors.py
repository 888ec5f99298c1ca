"""Exceptions for bad input. Their message is one sentence: what is wrong, where, and what would be right."""


class InputError(ValueError):
    """Bad input of any kind; commands print the message and exit with code 2."""


class ArgumentError(InputError):
    """An argument of a call or an option of a command has a wrong value."""


class FileError(InputError):
    """A file or folder is missing, exists already, or cannot be read or written."""


class FileFormatError(FileError):
    """The content of a file is not what it should be."""


class BusyError(InputError):
    """Another process holds the lock."""


class UnavailableError(InputError):
    """A package, process, server, terminal or screen that a command needs is not there."""
