"""Work off the window's thread: the worker, its jobs, and the schedule of check-ins."""
