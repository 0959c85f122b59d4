"""The server's three kinds of errors; code, commands, the API and the documents name them alike.

- `Rejected`: input that the server does not take, whoever sent it: a donor's request, a researcher's form, an
  operator's campaign file or option.
- `pdd_shared.rounds.refusals.Refused`: a protocol message that breaks a rule of its round. Donors refuse the server's
  messages with it, and the server theirs.
- `SetupError`: the settings, the data folder or a file in it can't be used, so the server can't work at all.

Services raise them. One module, `pdd_server.web.problems`, turns the first two into a `Problem`, which is what the API
and the pages answer. Commands print all three as one line.
"""

from enum import StrEnum

from pdd_shared.protocol.error_names import ProblemName


class Rejection(StrEnum):
    """The name of the problem with which a rejection is answered.

    The names of refused protocol messages are `pdd_shared.rounds.refusals.Reason`.
    """

    INVALID = ProblemName.INVALID_MESSAGE
    NOT_REGISTERED = ProblemName.NOT_REGISTERED
    NOT_AUTHORISED = ProblemName.NOT_AUTHORISED
    FORBIDDEN = ProblemName.FORBIDDEN
    INVITATION_NEEDED = ProblemName.INVITATION_NEEDED
    FORGED_MEMBER = ProblemName.FORGED_MEMBER
    NOT_FOUND = ProblemName.NOT_FOUND
    NO_SUCH_ROUND = ProblemName.NO_SUCH_ROUND
    NO_SUCH_CAMPAIGN = ProblemName.NO_SUCH_CAMPAIGN
    ALREADY_REGISTERED = ProblemName.ALREADY_REGISTERED
    STALE_STATE = ProblemName.STALE_STATE
    UNSUPPORTED_MEDIA_TYPE = ProblemName.UNSUPPORTED_MEDIA_TYPE
    CLIENT_TOO_OLD = ProblemName.CLIENT_TOO_OLD
    BUSY = ProblemName.BUSY


class Rejected(Exception):
    """Input that the server does not take; nothing has changed.

    Attributes:
        name: Which kind of rejection it is. It decides the HTTP status.
        detail: What is wrong and what to do next, for the person who gave the input.
        field: The field, key or option that is wrong; empty where the input is wrong as a whole.
        answer: The sentence that HTTP answers. It differs from `detail` where that repeats the request, which an
            answer to anybody must not do.
    """

    def __init__(self, name: Rejection, detail: str, field: str = "", answer: str = "") -> None:
        """Keep what is wrong; the exception's text names the field, too."""
        super().__init__(f"{field}: {detail}" if field else detail)
        self.name = name
        self.detail = detail
        self.field = field
        self.answer = answer or _sentence(str(self))


def invalid(field: str, detail: str) -> Rejected:
    """Return the rejection of one field's value.

    Args:
        field: The field, key or option, as the person who gave it knows it.
        detail: What is wrong and what to do next; a sentence, or the end of one that begins with the field.
    """
    return Rejected(Rejection.INVALID, detail, field)


def busy() -> Rejected:
    """Return the rejection of a request for which the server is too busy now. The client may try again in seconds."""
    return Rejected(Rejection.BUSY, "The server is busy with other work; ask again soon.")


class SetupError(Exception):
    """The settings, the data folder or a file in it can't be used; names the file, what is wrong, and what to do."""


class DamagedDatabase(SetupError):
    """The database's file is damaged."""


def _sentence(text: str) -> str:
    """Return the text as a sentence, with a capital and a full stop; unchanged if it is a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text[:1].upper()}{text[1:]}."
