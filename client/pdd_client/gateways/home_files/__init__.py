"""The files of a donor's home: the folder and its lock, damaged databases, storage errors, the chosen theme."""
