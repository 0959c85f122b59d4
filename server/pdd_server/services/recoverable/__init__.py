"""`recoverable` rounds on the server: what their nights do, what their donors send, and how their sums are unmasked."""
