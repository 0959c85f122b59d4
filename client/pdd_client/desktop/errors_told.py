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
    return next((text for begin, text in _known().items() if line.startswith(begin)), _sentence(line))


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
    """The lines of the core that a person at the window may meet, by how they begin."""
    return {
        "the disk is full": translate(
            "errors", "The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first."
        ),
        "the keychain that holds": translate(
            "errors", "The keychain with your keys is locked. Nothing was sent. Unlock it and try again."
        ),
        "another check-in is under way": translate(
            "errors", "The server is being contacted already, maybe by the command line. Wait until that is done."
        ),
        "there is no word to block": translate("errors", "There is no word in that. Nothing is blocked; write a word."),
        "that is too long to block": translate("errors", "That is too long to block. Block one word of it."),
        "the server has no campaign": translate(
            "errors", "The server has no campaign to join now. Nothing was joined; try again when it has."
        ),
    }


def _sentence(line: str) -> str:
    """A line of the core as a sentence."""
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
