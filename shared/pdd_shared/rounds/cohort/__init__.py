"""The `cohort` round (docs/reference/cohort.md): thousands of donors in one noisy sum, and no sum of few.

A donor masks its vector, its share of the noise included, under a fresh key, and shares that key to a committee. Each
share is hidden by a stream that only the donor and one member can compute. The server adds up the masked vectors and
the hidden shares, and keeps no single one. When the window ends it freezes the list of the donors in its sums. The
committee certifies one list. Each member then tells the sum of its streams over that list. The server rebuilds the sum
of the keys and has a noisy sum of the whole list. Nothing else is ever opened, for three reasons:

- A certificate takes a quorum of the committee, and two quorums share an honest member. An honest member's journal
  makes it certify one list of a day, for ever.
- A stream that is not in a member's sum stays in the server's sum as noise. So an answer only opens the certified list.
- Shares of the corrupt members alone say nothing of any key.

A (sub-)cohort's day at the server is one frozen state of `server`. These are all its transitions:

| from         | function                        | when                                           | to           |
| ------------ | ------------------------------- | ---------------------------------------------- | ------------ |
|              | `Collecting.start`              | the plan is signed                             | `Collecting` |
| `Collecting` | `admit`, then `receive`         | donors send uploads                            | `Collecting` |
| `Collecting` | `close`, nightly                | up to `earliest_close`, or below the floor     | `Collecting` |
| `Collecting` | `close`, nightly                | the floor is met, a usual list still awaited   | `Collecting` |
| `Collecting` | `close`, nightly                | after `earliest_close`, a usual list           | `Certifying` |
| `Collecting` | `close`, nightly                | the floor met two nights ago, or at the end    | `Certifying` |
| `Collecting` | `close`, nightly                | after `latest_close`, below the floor          | `Lost`       |
| `Certifying` | `receive_signature`             | a member certifies; no quorum yet              | `Certifying` |
| `Certifying` | `receive_signature`             | the quorum's last member certifies             | `Opening`    |
| `Certifying` | `expire`, nightly               | the last day for answers is over               | `Dropped`    |
| `Opening`    | `receive_answer`                | a member answers                               | `Opening`    |
| `Opening`    | `open_sum`, nightly             | too few answers, or no sound sum yet           | `Opening`    |
| `Opening`    | `open_sum`, nightly             | a quorum answered, and the sum is sound        | `Opened`     |
| `Opening`    | `open_sum`, nightly             | the last day is over, and no sound sum         | `Dropped`    |

The server charges a `Certifying` day to the donors' budgets before it shows a member the list, because answers a few
short of a quorum already tell something about the summed key. `Lost` is never charged: nobody saw a list.

A home's only state in a day is its journal (`journal`), in which it writes down each message before it sends it. Only
the written journal releases an upload or a signature:

| role   | function             | what it sends                     | what it journals before                          |
| ------ | -------------------- | --------------------------------- | ------------------------------------------------ |
| donor  | `donor.submit`       | its upload                        | plan and root, context, committee, nonce, upload |
| donor  | `donor.open_receipt` | no upload from then on            | the receipt, in place of the upload              |
| member | `member.certify`     | its signature under the list      | plan and root, committee, the list's digest      |
| member | `member.answer`      | its sum of streams over that list | nothing: the list must be in the journal         |

`masking` is the arithmetic. `epoch` says whose keys a week uses: tickets, tree, draws, and the rules by which a home
accepts them. `day` has a day's messages, the donor's, the member's and the server's half of it, and two modules for the
server's planning of later days: `floors` and `offenders`.
"""
