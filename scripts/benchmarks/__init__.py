"""Benchmarks. A figure is a ratio of our time to that of a reference in the same run, so it holds on any machine.

A reference is the bare operations that the work needs, a peer (another library that does the same), or a fixed limit.
"""
