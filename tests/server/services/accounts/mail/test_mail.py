"""Mail through a real SMTP server on loopback: what is sent, to whom, and what happens when it can't be."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pdd_server.config import Mail
from pdd_server.jobs.mail import Notices
from pdd_server.services.accounts.audit import record
from pdd_server.services.accounts.mail import messages, notices, smtp
from pdd_server.services.accounts.mail.messages import Sender
from pdd_server.services.accounts.mail.smtp import Unsent
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import mailed, tables
from tests.server.services.accounts.mail.mail_server import MailServer, mail_server
from tests.server.simulated_server import HandClock, client_of, dump, new_server, night
from tests.server.web.people import Person, Portal, add_person, confirm, token_of
from tests.server.web.portal.sign_in_steps import accept, first_step, second_step

SENDER = Sender("A server, for tests", "pdd@example.org")


@pytest.fixture
def mail(tmp_path: Path) -> Iterator[MailServer]:
    """Run a mail server."""
    with mail_server(tmp_path) as found:
        yield found


@pytest.fixture
def mailing(tmp_path: Path, clock: HandClock, mail: MailServer) -> Iterator[Deployment]:
    """Return a server that sends its mail there."""
    server = new_server(tmp_path, clock, mail=mail.settings)
    yield server
    server.store.dispose()


def as_person(server: Deployment, person: Person) -> Any:
    """Return a client that is signed in as this person."""
    return Portal(server, client_of(server).application, "").client(person)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return our own lines of the log, without those of the mail server."""
    return [record.getMessage() for record in caplog.records if record.name.startswith("pdd_server")]


def deliver(server: Deployment, clock: HandClock, minutes: int = 1) -> None:
    """Send what waits, some minutes later."""
    clock.now += timedelta(minutes=minutes)
    assert server.config.mail
    Notices(server, server.config.mail).send()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_mail_goes_over_tls_with_a_password(tmp_path: Path, clock: HandClock, security: str) -> None:
    """A mail is handed over under TLS, after signing in, to the one recipient."""
    message = messages.invitation(SENDER, "ada@example.org", "https://pdd.example.org/x#y", clock())
    with mail_server(tmp_path, security) as mail:
        smtp.send(Mail.model_validate(mail.settings), message)
        (got,) = mail.got
    assert (got["To"], got["Auto-Submitted"]) == ("ada@example.org", "auto-generated")
    assert got["From"] == '"A server, for tests" <pdd@example.org>'


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ca_file": None}, "SSL"),
        ({"password_file": "OTHER"}, "535"),
        ({"port": 9}, "Connection"),
        ({"password_file": "/nowhere"}, "password_file /nowhere can't be read"),
        ({"ca_file": "/nowhere"}, "ca_file /nowhere can't be used"),
    ],
)
def test_a_wrong_mail_server_gets_nothing(
    tmp_path: Path, mail: MailServer, clock: HandClock, changes: dict[str, Any], says: str
) -> None:
    """With an unknown certificate, a wrong password, nobody there or a missing file, no mail is sent, and one line says
    why.
    """
    (tmp_path / "other").write_text("wrong\n")
    changes = {key: str(tmp_path / "other") if value == "OTHER" else value for key, value in changes.items()}
    message = messages.invitation(SENDER, "ada@example.org", "https://pdd.example.org/x#y", clock())
    with pytest.raises(Unsent, match=says) as raised:
        smtp.send(Mail.model_validate({**mail.settings, **changes}), message)
    assert not raised.value.lasting
    assert "ada@" not in str(raised.value)
    assert mail.got == []


def test_nothing_is_sent_in_clear_or_given_up_without_starttls(tmp_path: Path, clock: HandClock) -> None:
    """If the mail server does not offer encryption, nothing is sent, and it is tried again later."""
    message = messages.invitation(SENDER, "ada@example.org", "https://pdd.example.org/x#y", clock())
    with mail_server(tmp_path, "none") as mail:
        with pytest.raises(Unsent, match="lacks the encryption or sign-in") as raised:
            smtp.send(Mail.model_validate({**mail.settings, "security": "starttls"}), message)
        assert mail.got == []
    assert not raised.value.lasting


@pytest.mark.parametrize("address", ["a@b.org,eve@evil.org", "a@b.org\r\nBcc: eve@evil.org", "a b@c.org", "<a@b.org"])
def test_an_address_adds_no_recipient_or_header(clock: HandClock, address: str) -> None:
    """A text that is not exactly one address gets no mail."""
    with pytest.raises(ValueError, match="address"):
        messages.invitation(SENDER, address, "https://pdd.example.org/x#y", clock())


def test_an_invitation_goes_to_its_owner_alone(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """Where the server sends mail, the link goes to the invited person, and the administrator does not see it."""
    boss = as_person(mailing, add_person(mailing, Role.ADMINISTRATOR))
    page = confirm(boss, "/portal/accounts", {"email": "Zoe@Example.org", "role": "viewer"})
    assert "It was sent to zoe@example.org." in page.text
    assert "/portal/invitation#" not in page.text
    (got,) = mail.got
    text = got.get_content()
    link = next(line for line in text.splitlines() if "/portal/invitation#" in line)
    assert link.rpartition("#")[2] not in "\n".join(dump(mailing))
    assert "sent by A Private Data Donor server, because an administrator of it invited you" in " ".join(text.split())
    assert len(accept(client_of(mailing), mailing, link)) == 10


def test_a_link_that_can_not_be_mailed_is_shown(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """If the mail server refuses, the administrator sees the link and is told to pass it on."""
    mail.refusal = "451 try later"
    boss = as_person(mailing, add_person(mailing, Role.ADMINISTRATOR))
    page = confirm(boss, "/portal/accounts", {"email": "zoe@example.org", "role": "viewer"})
    assert "The mail could not be sent. Pass the link on yourself" in page.text
    assert "/portal/invitation#" in page.text


def test_owners_are_told_of_changes(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """A person gets one mail for each change of access, and none for what others do or for ordinary sign-ins."""
    boss, person = add_person(mailing, Role.ADMINISTRATOR), add_person(mailing, Role.VIEWER)
    deliver(mailing, clock)
    client = client_of(mailing)
    for _ in range(2):  # the second time the code is used already
        first_step(client_of(mailing), person.account.email)
        first_step(client, person.account.email)
        second_step(client, person.code(mailing))
        client = client_of(mailing)
    token_of(mailing, person)
    confirm(as_person(mailing, boss), f"/portal/accounts/{person.account.id}", {"role": "researcher"})
    deliver(mailing, clock)
    assert [(one["To"], one["Subject"]) for one in mail.got] == [
        ("viewer@example.org", "A code was used twice"),
        ("viewer@example.org", "A token was made"),
        ("viewer@example.org", "Your role was changed"),
    ]
    assert "because you have an account there" in " ".join(mail.got[0].get_content().split())
    deliver(mailing, clock)
    assert len(mail.got) == 3


def test_no_notice_is_lost_while_the_mail_server_is_away(
    mailing: Deployment, clock: HandClock, mail: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    """While mail can't be sent notices wait, the log says so once, and afterwards each is sent once."""
    person = add_person(mailing, Role.VIEWER)
    deliver(mailing, clock)
    mail.refusal = "451 try later"
    assert mailing.config.mail
    sending = Notices(mailing, mailing.config.mail)
    for _ in range(2):
        token_of(mailing, person)
    with caplog.at_level(logging.INFO, "pdd_server.jobs.mail"):
        for _ in range(3):
            clock.now += timedelta(minutes=1)
            sending.send()
        mail.refusal = ""
        clock.now += timedelta(minutes=1)
        sending.send()
    assert len(mail.got) == 2
    port = mail.settings["port"]
    assert logged(caplog) == [
        f"mail: localhost:{port} refused the recipient (451); notices wait, and are tried again for two days",
        "mail: notices are sent again",
    ]


def test_notices_are_given_up_after_two_days_or_a_lasting_refusal(
    mailing: Deployment, clock: HandClock, mail: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    """A recipient that is refused for good, and a notice older than two days, don't keep later ones waiting."""
    person = add_person(mailing, Role.VIEWER)
    deliver(mailing, clock)
    for refusal, minutes in (("550 unknown", 1), ("451 try later", 3 * 24 * 60)):
        token_of(mailing, person)
        mail.refusal = refusal
        deliver(mailing, clock, minutes)
    mail.refusal = ""
    token_of(mailing, person)
    deliver(mailing, clock)
    assert len(mail.got) == 1
    assert logged(caplog) == ["mail: 1 notices are given up"] * 2


@pytest.mark.parametrize(
    ("command", "answer", "minutes"),
    [("RCPT", "452 mailbox full", 16), ("DATA", "452 mailbox full", 16), ("DATA", "554 looks like spam", 1)],
)
def test_one_mailbox_keeps_nobody_waiting(
    mailing: Deployment, clock: HandClock, mail: MailServer, command: str, answer: str, minutes: int
) -> None:
    """A recipient whom the mail server puts off or refuses delays others by a quarter of an hour at most."""
    mail.refused[command, "full@x.org"] = answer
    changed(mailing, clock, *["full@x.org"] * 60, "ada@x.org")
    deliver(mailing, clock, minutes)
    assert [one["To"] for one in mail.got] == ["ada@x.org"]
    mail.refused.clear()
    deliver(mailing, clock)
    assert len(mail.got) == 1


def test_a_put_off_notice_is_sent_later_if_no_other_is_taken(
    mailing: Deployment, clock: HandClock, mail: MailServer
) -> None:
    """If the mail server puts off every recipient nothing is passed over, and all are sent once it takes mail."""
    mail.refusal = "451 try later"
    changed(mailing, clock, "ada@x.org", "bob@x.org")
    for minutes in (16, 60, 24 * 60):
        deliver(mailing, clock, minutes)
    mail.refusal = ""
    deliver(mailing, clock)
    assert [one["To"] for one in mail.got] == ["ada@x.org", "bob@x.org"]


def test_a_recipient_is_put_off_for_a_while(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """A mail server that takes a recipient only at the second try (greylisting, RFC 6647) gets the notice once more."""
    mail.refused["RCPT", "ada@x.org"] = "451 greylisted"
    changed(mailing, clock, "ada@x.org", "bob@x.org")
    deliver(mailing, clock, 5)
    mail.refused.clear()
    deliver(mailing, clock, 5)
    assert [one["To"] for one in mail.got] == ["ada@x.org", "bob@x.org"]


def test_a_mail_server_that_closes_gets_no_further_mail(
    mailing: Deployment, clock: HandClock, mail: MailServer
) -> None:
    """At an answer 421 the mail server is about to stop, so all notices wait, however old they are."""
    mail.refused["RCPT", "ada@x.org"] = "421 closing"
    changed(mailing, clock, "ada@x.org", "bob@x.org")
    deliver(mailing, clock, 60)
    assert mail.got == []


def test_two_processes_send_no_notice_twice(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """While one process sends, another one sends nothing; if the first was killed, the other goes on later."""
    deliver(mailing, clock)
    token_of(mailing, add_person(mailing, Role.VIEWER))
    clock.now += timedelta(minutes=1)
    minute = int(clock().timestamp()) // 60
    with mailing.store.write() as connection:
        assert mailed.lease(connection, minute, minute + 10) is not None
    deliver(mailing, clock)
    assert mail.got == []
    deliver(mailing, clock, 10)
    assert len(mail.got) == 1


def changed(server: Deployment, clock: HandClock, *addresses: str) -> None:
    """Record a change of each account, after the notices of all earlier ones."""
    notices.send_waiting(server.store, SENDER, clock, lambda _: None)
    with server.store.write() as connection:
        for address in addresses:
            record(connection, clock(), None, "account.reset", address)
    clock.now += timedelta(minutes=1)


def test_a_process_that_is_killed_repeats_one_notice(server: Deployment, clock: HandClock) -> None:
    """When a notice is handed over, all before it are recorded, and another process goes on from there."""
    changed(server, clock, "a@x.org", "b@x.org", "c@x.org")
    recorded, sent = list[int](), list[str]()

    def send(message: EmailMessage) -> None:
        with server.store.read() as connection:
            recorded.append(connection.execute(select(tables.mailed.c.last)).scalar_one())
        sent.append(message["To"])

    notices.send_waiting(server.store, SENDER, clock, send)
    assert sent == ["a@x.org", "b@x.org", "c@x.org"]
    assert recorded == [recorded[0] + number for number in range(3)]


def test_a_slow_mail_server_gets_no_notice_twice(server: Deployment, clock: HandClock) -> None:
    """While notices go out, each within ten minutes, no other process begins, however long all of them take."""
    changed(server, clock, "a@x.org", "b@x.org", "c@x.org")
    sent = list[str]()

    def slow(message: EmailMessage) -> None:
        clock.now += timedelta(minutes=8)
        sent.append(message["To"])
        notices.send_waiting(server.store, SENDER, clock, lambda other: sent.append(other["To"]))

    assert notices.send_waiting(server.store, SENDER, clock, slow).sent == 3
    assert sent == ["a@x.org", "b@x.org", "c@x.org"]


def test_a_process_that_was_too_slow_leaves_the_rest(server: Deployment, clock: HandClock) -> None:
    """If a notice takes longer than ten minutes another process goes on. The first one sends and records no more."""
    changed(server, clock, "a@x.org", "b@x.org")
    sent = list[str]()

    def hangs(message: EmailMessage) -> None:
        clock.now += timedelta(minutes=11)
        notices.send_waiting(server.store, SENDER, clock, lambda other: sent.append(other["To"]))
        sent.append(message["To"])

    for _ in range(2):
        notices.send_waiting(server.store, SENDER, clock, hangs)
    assert sent == ["a@x.org", "b@x.org", "a@x.org"]


def test_a_tokens_end_is_told_once(mailing: Deployment, clock: HandClock, mail: MailServer) -> None:
    """A week before a token ends, its owner is told by name and date, once, whatever nights follow."""
    token_of(mailing, add_person(mailing, Role.VIEWER))
    deliver(mailing, clock)
    mail.got.clear()
    for days in (82, 1, 1, 1):
        clock.now += timedelta(days=days)
        night(mailing)
        deliver(mailing, clock)
    assert [one["Subject"] for one in mail.got] == ["A token ends soon"]


def test_without_settings_no_mail_is_sent(tmp_path: Path, clock: HandClock) -> None:
    """A server without a mail server shows the link to the administrator, and needs nothing else."""
    server = new_server(tmp_path, clock)
    boss = as_person(server, add_person(server, Role.ADMINISTRATOR))
    page = confirm(boss, "/portal/accounts", {"email": "zoe@example.org", "role": "viewer"})
    assert "/portal/invitation#" in page.text
    assert "could not be sent" not in page.text
    assert server.config.mail is None
    server.store.dispose()
