"""A home's part in `cohort` days (docs/reference/cohort.md): its tickets, its uploads, and its service on committees.

A check-in does its tasks in this order. Each is one pure function of `pdd_shared.rounds.cohort`, between what the home
has kept and one request:

| task      | module    | checked                                | kept before it is sent                 | sent       |
| --------- | --------- | -------------------------------------- | -------------------------------------- | ---------- |
| (a reset) | `tickets` | `accept_reset`                         | the reset; unshown tickets are erased  |            |
| `ticket`  | `tickets` | `open_receipt`, afterwards             | the ticket's secrets                   | a ticket   |
| `upload`  | `uploads` | epoch, place, published epoch, plan    | the journal's lines, counts, charge    | an upload  |
| `certify` | `service` | epoch, place, plan, committee, list    | the journal's lines, the list          | 64 bytes   |
| `open`    | `service` | the same, and the certificate          | agreements; the list is journalled     | an answer  |

Where a donor has something to give, some steps take longer: a home does these before the contact (`read_ahead`), so
that the server can't tell by the time. A refusal, or a request without a usable answer, costs only the task that it is
about (`attempts`). A refusal is logged under its name. What was interrupted is taken up at the next check-in: the same
ticket, upload or signature is sent again. `erasure` erases secrets by the home's own calendar, whatever a server says.
"""
