"""The commands of `pdd-papers`, one module each; a command's module is imported when the command runs."""
