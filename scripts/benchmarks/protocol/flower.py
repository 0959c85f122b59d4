"""A donor's day in Flower's SecAgg+, from its own functions: keys, shares, boxes, and masks for 99 neighbours."""

import numpy as np
from cryptography.hazmat.primitives.asymmetric import ec
from flwr.common.secure_aggregation.crypto.shamir import create_shares
from flwr.common.secure_aggregation.crypto.symmetric_encryption import decrypt, encrypt, generate_shared_key
from flwr.common.secure_aggregation.secaggplus_utils import pseudo_rand_gen, share_keys_plaintext_concat
from nacl.utils import random

MODULUS = 2**32


def donor_day(members: int, threshold: int, entries: int) -> None:
    """Do the work of one donor in the four stages of Flower's `secaggplus_mod`, without its messages.

    Args:
        members: the members of a group.
        threshold: how many members can rebuild a key.
        entries: the numbers of a vector.
    """
    masking, sealing = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP384R1())
    neighbours = [ec.generate_private_key(ec.SECP384R1()).public_key()] * (members - 1)
    seed, secret = random(32), random(288)
    for_seed, for_secret = create_shares(seed, threshold, members), create_shares(secret, threshold, members)
    sealed = []
    for place, (public, *shares) in enumerate(zip(neighbours, for_seed, for_secret, strict=False)):
        key = generate_shared_key(sealing, public)
        sealed.append((key, encrypt(key, share_keys_plaintext_concat(0, place, *shares))))
    for key, box in sealed:
        decrypt(key, box)
    total = np.zeros(entries, dtype=np.int64) + pseudo_rand_gen(seed, MODULUS, [(entries,)])[0]
    for public in neighbours:
        total += pseudo_rand_gen(generate_shared_key(masking, public), MODULUS, [(entries,)])[0]
    total %= MODULUS
