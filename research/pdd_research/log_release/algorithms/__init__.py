"""The release algorithms: for each its mechanism and, in a module of its own, the accounting of its privacy cost."""
