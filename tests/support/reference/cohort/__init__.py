"""A slow reference of the `cohort` protocol, written from docs/reference/cohort.md alone, for vectors and fast code.

`python -m tests.support.reference.cohort` writes tests/vectors/rounds/cohort_round.json anew. It also writes
cohort_witnesses.json, which `witnesses` makes and tests/vectors/README.md describes. It shares no code with
`pdd_shared`: `ring` has bytes, ring and sharing, `draws` tickets, tree and draws, `messages` what is signed and how a
vector is laid out, `day` one whole day, `units` a day in units above 1, `capped` one with `max_campaign_hits`, `lies`
what is refused; `arithmetic` and `trees` make the file's first half.

The file's format
=================

Bytes are lower-case hex. A *long* array is told by `{"number", "first", "last", "digest"}`: how many words it has, the
first four and the last four of them, and H("vector", all words as u32) of docs/reference/cohort.md. Signed numbers
enter a digest modulo q. A *polynomial* that serves as input is `{"sparse": {"exponent": coefficient}}` or `{"uniform":
key}`, the latter uniform(key, 2048).

`parameters`: a row for each tree size: cohorts, members, corrupt, quorum, secrets (rho), columns (K); and for 5 and 10
percent of colluders (and sub-cohorts, where there may be any) colluders, least_floor, and noise_makers at that floor.

`weak_keys`: the keys of low order, `exchange` (X25519, on the twist too) and `signing` (Ed25519), in all encodings.

`ring`:

- `ntt`: `input` (a polynomial) and `output` (long).
- `uniform`: `key`, `number` and `words` (all of them) or `long`; `passed_over`: where the keystream's words were not
  below q, counted in the keystream.
- `masks`: `context`, `blocks`, `public_ring` (A, long); `uploads`: `seed`, `secret` (s, long), `errors` (e, long, with
  `signed_first` as signed numbers), `polynomial_key` (the key of the shares' random values), `vector` (signed numbers),
  `ciphertext` (c, long); `sum`: `ciphertext` (long), `key` (long), `reach`, `most` (for each number, the most that one
  donor adds), `numbers`, `padding` (long), `errors` (long), `squares` (sum of E^2 for each block), `sound`;
  `altered`: `why`, what is added to words of the sum's `ciphertext` and `key` ({place: number}), and whether it is
  `sound` then.

`sharing`: a case for each committee size: `members`, `seed`; `shares`: a long array for each place told (for the large
committee some of them), `streams`: `exchange_secret`, `exchange` (the other's public key), `context`, `place`, `leaf`
(68 bytes),
`nonce`, `words` (long). `decode`: `seeds` (the summed key is the sum of their s, each s being that of `ring`), `key`
(long); `cases`: `places` that answered, `added` to their rows: {place: {column: number}}, and `wrong` (the places that
are located) or null where the answers cannot be decoded.

`tree`: `leaves` (68 bytes each); `trees`: `size` (the first so many leaves), `root`, `proofs`: `indices`, `proof`.

`draws`: `root`, `size`, `seed`, `cohorts`; `cohort_of`: {leaf: cohort}, appended leaves too; `members` and
`committees`: a long array of leaf indices for each cohort; `sub_cohorts`: `day`, `number`, `of`: {leaf: sub-cohort};
`rest`: `day`, `leaves` in the order in which they rest. `committee_digest` is of cohort 0 with leaves whose exchange
and signing keys are H("exchange", index) and H("signing", index); so are those of `tree`. They are no real keys.

`day`: one day of a small cohort. Five leaves are in the tree; that of leaf 3 is away, a donor appended as leaf 6 takes
part. Four of the five members are a quorum.

- `today`, on which donors submit; `closed`, on which members certify and answer; `ticket_made` (the day on which all
  tickets were made); the server's `identity_seed`, `online_seed`, `server` (its identity
  key) and signed `online_key`.
- `donors`: for each leaf `identity_seed`, `exchange_secret`, `signing_seed`, `ticket` (`identity`, `exchange`,
  `signing`, `signature`, `digest`), the signed `receipt`, and `leaf_bytes`.
- `epoch`, `plan` (both signed), `plan_digest`, `committee_digest`, `context`. `proof` is empty, as all
  leaves are told. `contexts`: three more of another `plan` text, for a `committee_digest`, `cohort`, `sub_cohort`.
- `layout`, for cohort 0: `entries`, `blocks_of_ring` (B), `blocks` (`part`, `stratum` or null, `start`, and whether the
  part is `included`, or its `min_cohort` above the floor), `decoys` (a law each, and where its 64 numbers start), and
  for each number `most` (in units), `laws`, `scales`, `units` and `noise_makers`. `layouts`: another `plan` text and
  `cohort`, with its `layout`.
- `uploads`: `leaf`, `seed`, `nonce`; `given` (by campaign and stratum), `counts` (the vector without noise, and without
  what a campaign may not have), `noise_bytes` (32 a number) and the `noise` drawn from them, `vector` (both together);
  `secret`, `errors`, `ciphertext` (c), `shares` (f(p) for each place p), `streams`, `hidden` (z), all long;
  `digest` (H("upload", ..)), `message` (the whole upload), and the server's signed `receipt`.
- `list`, `list_digest`; `certified`: each place's signature; `certificate`: of places 2 to 5; `answers`: by place.
- `opened`: sums of `ciphertext` and `hidden`, `shares` of the summed key for each place, `key`, `past_the_key` (what
  the last column holds past N), `numbers`, and the rest as in `ring`.

`units`: a second plan for the day, whose terms have units above 1, `max_hits` and `max_hits_per_keyword`. The donors,
the tree and the committee are those of `day`.

- `plan` (signed), `context` and `layout`, as in `day`.
- `uploads`: as in `day`, and `rounding_bytes` (4 a number). `counts` are in counts; `rounded` (the counts after
  rounding), `noise` and `vector` in units.
- `over_caps`: `why` and what is `given`, which passes a cap of its campaign. A home masks none of it.
- `opened`: sums of `ciphertext` and `key`, `numbers` (in units, decoys too), `sound`, and the numbers of each campaign
  and stratum as they are `published`, in counts.

`capped`: a third plan for the day, whose terms have `max_campaign_hits`; `plan` and `layout` as in `units`.

- `uploads`: `given` (with `full`), and `rounding_bytes`, `noise_bytes`, `counts`, `rounded` and `noise`, as in `units`.
- `without_place`: `why`, and what is `given`, which has no place in the plan or passes a cap.

`log`: a public log of the day's server: its `lines`, a signed checkpoint for each number of them from none on,
`largest` (for the first day of an epoch, the largest tree of the 28 days before), and `floors`: `least_floor` of a tree
after one of `recent` leaves. `restored`: `lines` and `checkpoint` of a whole log that a home is shown which has read
the first `known` lines, and the numbers of the epochs that are `lost`, or null if it is refused.
`good`: lines of more logs that are accepted. `weeks`: what a home that has read `known` lines shows to compare, the
newest first. `compared`: how a checkpoint of `size` and `root` fits to the first `known` lines (`result`).

`bad`: cases with `why`, `kind`, `refusal` (a name of docs/reference/cohort.md), and what differs from the day. All
happen on the day's `today` (lists and certificates on `closed`), unless `today` says otherwise.

- `online-key`: a signed `message` that a home is shown.
- `epoch`: a signed `message`; `known`, if any, is the last epoch that the home accepted (`number`, `start`, `size`,
  `root`, `reset`), `signed` the last data day for which it signed anything, and `reset` the signed reset that it knows
  (`number`, `day`). It has the receipt of leaf 0's ticket.
- `receipt`: a signed `message` that the donor of leaf 0 is shown for its ticket; it has its place in the day's epoch
  already where the case says `placed`.
- `place`: a signed `epoch`, and the `committee` (leaves by place) and `proof` that the donor of leaf 0 is shown with
  it.
- `log`: `first`, `lines` and signed `checkpoint` that a home is shown that has read the first line of `log`.
- `ticket`: a `ticket` that the server is sent.
- `plan`: a signed `message` that the donor of leaf 0 is shown, who is to submit; `ticket_made` and `reset`
  (`number`, `day`) if they are others than the day's, and in `journal` what the home signed before for that day: one of
  `plan` (digest), `root`, `context`, `committee` (digest), `sub_cohorts`. What the journal leaves out agrees with the
  message.
- `list`: a `list` that the donor of leaf 4 is shown, member at place 5, who has the receipt of its upload; `journal` as
  before, also with `list` (digest).
- `certificate`: a `certificate` that a member is shown who certified the day's list.
- `upload`: `leaf` sends the upload of the leaf `of` (its own, if it isn't said), cut or filled with zeros to `length`
  bytes, with other bytes at some places: `changed` is a list of [offset, bytes].
- `answer`: the member at `place` sends `message`.
"""

from pathlib import Path
from typing import Any

from tests.support.reference.cohort.arithmetic import ring, sharing
from tests.support.reference.cohort.capped import capped
from tests.support.reference.cohort.day import example_day
from tests.support.reference.cohort.lies import bad_cases
from tests.support.reference.cohort.logs import log
from tests.support.reference.cohort.trees import draws, parameters, tree, weak_keys
from tests.support.reference.cohort.units import units

VECTORS = Path(__file__).parents[3] / "vectors" / "rounds" / "cohort_round.json"


def document() -> dict[str, Any]:
    return {
        "parameters": parameters(),
        "weak_keys": weak_keys(),
        "ring": ring(),
        "sharing": sharing(),
        "tree": tree(),
        "draws": draws(),
        "log": log(),
        "day": example_day(),
        "units": units(),
        "capped": capped(),
        "bad": bad_cases(),
    }
