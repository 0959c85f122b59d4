"""A home's part in the `cohort` protocol (docs/reference/cohort.md): tickets, uploads, and service on committees.

A check-in does its tasks in the order of this table. Each task reads what the home has kept, calls one pure function of
`pdd_shared.rounds.cohort`, and sends one request:

| task      | module    | checked                                | kept before it is sent                 | sent       |
| --------- | --------- | -------------------------------------- | -------------------------------------- | ---------- |
| (the log) | `public_log` | `follow_log`                        | the log's lines                        |            |
| (a reset) | `tickets` | `accept_reset`                         | the reset; unshown tickets are erased  |            |
| `ticket`  | `tickets` | `open_receipt`, afterwards             | the ticket's secrets                   | a ticket   |
| `upload`  | `uploads` | epoch, place, published epoch, plan    | the journal's lines, counts, charge    | an upload  |
| `certify` | `service` | epoch, place, plan, committee, list    | the journal's lines, the list          | 64 bytes   |
| `open`    | `service` | the same, and the certificate          | agreements; the list is journalled     | an answer  |

Some steps take longer for a donor who has something to give. A home does these before the contact (`read_ahead`), so
that the server can't learn it from the time. A refusal, or a request without a usable answer, ends only its own task
(`attempts`). A refusal is logged under its name. The next check-in continues an interrupted task: it sends the same
ticket, upload or signature again. `erasure` erases secrets by the home's own calendar, whatever a server says.
"""
