"""What the core's errors say to a person, in the person's language: what happened, what of the data, what to do."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from pdd_client.errors import DonorError

translate = QCoreApplication.translate


def told(error: DonorError) -> str:
    """The error in the donor's words; one that has no words of its own here, as the core says it."""
    from pdd_client.gateways.server_http import ServerProblem

    if is_set_aside(error):
        return _set_aside()
    if is_unreachable(error):
        return _unreachable()
    if isinstance(error, ServerProblem):
        return _problem(error.name, error.detail)
    line = str(error)
    text = next((text for words, text in _known().items() if words in line), None)
    detail = line.partition("(")[2].rpartition(")")[0]
    return text.format(detail=detail) if text else _sentence(line)


def is_unreachable(error: DonorError) -> bool:
    """Whether the server could not be reached, which passes by itself."""
    from pdd_client.gateways.server_http import ServerUnreachable

    return isinstance(error, ServerUnreachable)


def is_set_aside(error: DonorError) -> bool:
    """Whether the home was damaged, and is as new now."""
    from pdd_client.gateways.damage import SetAside

    return isinstance(error, SetAside)


def _set_aside() -> str:
    return translate(
        "errors",
        "What this app had kept on this computer is damaged, so it can't know what it has sent. The damaged file is "
        "set aside, its keys are never used again, and nothing more is sent under them. You can begin anew and join "
        "again.",
    )


def _unreachable() -> str:
    return translate("errors", "The server can't be reached, or gives no answer that makes sense. Nothing is lost.")


def _problem(name: str, detail: str) -> str:
    known = {
        "invitation-needed": translate(
            "errors", "The server does not take this invitation. Nothing was joined. Ask for another one."
        ),
        "client-too-old": translate(
            "errors", "The server asks for a newer version of this app. Nothing is sent until you update it."
        ),
        "rate-limited": translate("errors", "The server is busy. Nothing is lost; the app tries again later."),
    }
    other = translate("errors", "The server refused: {why} Nothing is lost.").format(why=_sentence(detail or name))
    return known.get(name, other)


def _known() -> Mapping[str, str]:
    """The lines of the core that a person at the window may meet, by words that are in no other line."""
    return _joining() | _giving() | _here()


def _joining() -> dict[str, str]:
    return {
        "is not encrypted": translate(
            "errors", "This address begins with http://, so others could listen. Nothing was sent. Use https://."
        ),
        "is no server's address": translate("errors", "This is no server's address. Nothing was sent."),
        "has another key than when you joined": translate(
            "errors", "The server shows another key than when you joined. Nothing was sent. Ask who runs it."
        ),
        "the proxy of this environment": translate(
            "errors",
            "This computer's proxy can't be used. Nothing was sent. Set it right, or set none.",
        ),
        "the server has no campaign": translate(
            "errors", "The server has no campaign to join now. Nothing was joined; try again when it has."
        ),
        "would add you to groups as small as": translate(
            "errors", "A campaign would add you to a group that is too small to hide in. Nothing was joined."
        ),
        "can't be counted": translate(
            "errors", "A campaign has keywords that this app can't count. Nothing was joined. Ask who runs it."
        ),
    }


def _giving() -> dict[str, str]:
    return {
        "another check-in is under way": translate(
            "errors", "The server is being contacted already, maybe by the command line. Wait until that is done."
        ),
        "are locked already": translate(
            "errors", "The counts of this day are locked already. What was sent can't be changed."
        ),
        "nothing can be sent of": translate(
            "errors", "Nothing can be sent of this day any more. Its time is over, or this computer was not there."
        ),
        "there is no word to block": translate("errors", "There is no word in that. Nothing is blocked; write a word."),
        "that is too long to block": translate("errors", "That is too long to block. Block one word of it."),
        "there is no search": translate("errors", "This search is not in the history any more, so it does not count."),
        "the server's results of": translate(
            "errors", "Some results can't be read by this version of the app. What was fetched before is kept."
        ),
    }


def _here() -> dict[str, str]:
    return {
        "the disk is full": translate(
            "errors", "The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first."
        ),
        "the keychain that holds": translate(
            "errors", "The keychain with your keys is locked. Nothing was sent. Unlock it and try again."
        ),
        "nothing was exported": translate(
            "errors", "The file can't be written there. Nothing was exported. Choose another place."
        ),
        "starting at login": translate(
            "errors", "Whether this app starts when you log in can't be changed. It stays as it was."
        ),
        "a file can't be used": translate(
            "errors",
            "A file of this app can't be used ({detail}). Nothing is lost, and nothing is sent before it can be noted. "
            "Try again.",
        ),
        "something went wrong in this program": translate(
            "errors", "Something went wrong in this app ({detail}). Nothing is lost. Try again."
        ),
    }


def _sentence(line: str) -> str:
    """A line of the core as a sentence."""
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
