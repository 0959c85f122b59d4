"""The commands of `pdd-research`, one module each; a command's module is imported when the command runs."""
