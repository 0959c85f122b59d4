"""An epoch, about a week: whose keys it uses, and who serves on its committees.

`tickets` has the donors' keys for one epoch, and `tree` puts all of them under one root. `draws` deals the leaves to
cohorts and committees. `acceptance` has the rules by which a home accepts an epoch, `places` finds the home's own place
in it, and `leaf_proofs` has the bytes of both. `schedule` says when a server makes the next tree.
"""
