"""The errors of the workbench: input or options that a command can't use.

Each message is for people. Its first line says what is wrong, where (the option, or the file), and what to do next;
`cli/program.py` prints that line and exits with 2. A programming error is never one of these.
"""


class InputError(ValueError):
    """Input or options that can't be used; the base of all errors that a command reports in one line."""


class LogError(InputError):
    """A search log that can't be read. The message names the file and what is wrong with it."""


class ParameterError(InputError):
    """A parameter outside its range. The message names it, its value, and what it must be."""


class SettingError(InputError):
    """A setting that can't be simulated. The message names it, its value, and what it must be."""


class QueriesError(InputError):
    """A file of query frequencies that can't be read. The message names the file and what is wrong with it."""


class AuditError(InputError):
    """A release, or results, that can't be audited. The message names the file or field and what is wrong with it."""
