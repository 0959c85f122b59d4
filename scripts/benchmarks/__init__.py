"""What is fast enough, as ratios: each figure beside its floor (the bare operations) or a peer, in the same run."""
