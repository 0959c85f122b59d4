"""Work outside the window's thread: the worker, its jobs, and the status of the app."""
