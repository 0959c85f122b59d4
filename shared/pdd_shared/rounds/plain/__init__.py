"""The `plain` round: exact sums of groups, by pairwise masks that cancel (PDD, WWW '19, sections 3.2 and 3.4).

The server deals the donors of a data day into groups, and signs a plan for all and a roster for each group. Every two
members of a group agree on a mask: one adds it to its vector, the other subtracts it. Each member sends its blinded
vector once. When the last member of a group has sent, all masks have cancelled, and the sum is exact. Until then the
running sum is noise to the server. A group that misses one member when its window ends is lost, and its sum deleted.

A donor checks a plan and a roster in `donor.open_round`, and `donor.submit` blinds its vector. It keeps the digest of
the round's context (`context`) before it sends. It never blinds a data day under another context: from two blinded
vectors of one day under different masks a server could learn more than from one.

A group at the server is one frozen state of `server`. These are all its transitions:

| from         | function     | when                                                          | to           |
| ------------ | ------------ | ------------------------------------------------------------- | ------------ |
|              | `open_group` | the roster is signed                                          | `Collecting` |
| `Collecting` | `receive`    | a member sends its vector; another is still missing           | `Collecting` |
| `Collecting` | `receive`    | the last member sends its vector                              | `Summed`     |
| `Collecting` | `close`      | the window ends                                               | `Lost`       |
| `Summed`     | `close`      | the window ends                                               | `Summed`     |

A member that sends the same bytes again changes nothing, in `Collecting` and in `Summed`. `receive` refuses other bytes
as DIFFERENT_VECTOR, a place that is not in the group as NOT_A_MEMBER, a wrong length as WRONG_SIZE, and anything that
comes to a `Lost` group as TOO_LATE. A refused vector changes nothing.

`group_sums` bounds the sums of groups before the server adds its noise.
"""
