"""The attacks: each maps hashes to tokens by the words that occur together."""
