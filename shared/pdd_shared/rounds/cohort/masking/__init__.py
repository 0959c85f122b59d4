"""The arithmetic of masks: the ring, the shares of a mask's key, and their decoding. It knows no messages.

`field` has the prime field and its keystreams, `ring` masks vectors and reads sums, `sharing` shares a mask's key to
a committee, and `decoding` rebuilds the sum of the keys from its answers. docs/reference/cohort.md fixes every byte.
"""
