"""What donors, server and researchers share: the protocol, the counting rules, the privacy arithmetic.

Pure code: no clock, network, disk or global randomness. Whoever calls passes them in.
"""
