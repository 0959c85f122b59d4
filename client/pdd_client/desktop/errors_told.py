"""What the core's errors say to a person, in the person's language: what happened, what of the data, what to do."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from pdd_client.errors import Code, DonorError

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
    return _known()[error.code].format(detail=error.detail) if error.code else _sentence(str(error))


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


def _known() -> Mapping[Code, str]:
    """What a person at the window may meet of the core's errors."""
    return _joining() | _giving() | _here()


def _joining() -> dict[Code, str]:
    none = translate("errors", "The server has no campaign to join now. Nothing was joined; try again when it has.")
    return {
        Code.NOT_ENCRYPTED: translate(
            "errors", "This address begins with http://, so others could listen. Nothing was sent. Use https://."
        ),
        Code.NOT_AN_ADDRESS: translate("errors", "This is no server's address. Nothing was sent."),
        Code.CHANGED_SERVER_KEY: translate(
            "errors", "The server shows another key than when you joined. Nothing was sent. Ask who runs it."
        ),
        Code.UNUSABLE_PROXY: translate(
            "errors",
            "This computer's proxy can't be used. Nothing was sent. Set it right, or set none.",
        ),
        Code.NO_CAMPAIGNS: none,
        Code.NO_SUCH_CAMPAIGN: none,
        Code.SMALL_GROUPS: translate(
            "errors", "A campaign would add you to a group that is too small to hide in. Nothing was joined."
        ),
        Code.UNCOUNTABLE: translate(
            "errors", "A campaign has keywords that this app can't count. Nothing was joined. Ask who runs it."
        ),
    }


def _giving() -> dict[Code, str]:
    return {
        Code.UNDER_WAY: translate(
            "errors", "The server is being contacted already, maybe by the command line. Wait until that is done."
        ),
        Code.DAY_LOCKED: translate(
            "errors", "The counts of this day are locked already. What was sent can't be changed."
        ),
        Code.DAY_OVER: translate(
            "errors", "Nothing can be sent of this day any more. Its time is over, or this computer was not there."
        ),
        Code.NO_WORD: translate("errors", "There is no word in that. Nothing is blocked; write a word."),
        Code.TOO_LONG: translate("errors", "That is too long to block. Block one word of it."),
        Code.NO_SUCH_SEARCH: translate("errors", "This search is not in the history any more, so it does not count."),
        Code.UNREADABLE_RESULTS: translate(
            "errors", "Some results can't be read by this version of the app. What was fetched before is kept."
        ),
    }


def _here() -> dict[Code, str]:
    return {
        Code.DISK_FULL: translate(
            "errors", "The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first."
        ),
        Code.KEYCHAIN_LOCKED: translate(
            "errors", "The keychain with your keys is locked. Nothing was sent. Unlock it and try again."
        ),
        Code.NOT_EXPORTED: translate(
            "errors", "The file can't be written there. Nothing was exported. Choose another place."
        ),
        Code.START_AT_LOGIN: translate(
            "errors", "Whether this app starts when you log in can't be changed. It stays as it was."
        ),
        Code.STORE_FAILED: translate(
            "errors",
            "A file of this app can't be used ({detail}). Nothing is lost, and nothing is sent before it can be noted. "
            "Try again.",
        ),
        Code.OWN_FAULT: translate("errors", "Something went wrong in this app ({detail}). Nothing is lost. Try again."),
    }


def _sentence(line: str) -> str:
    """A line of the core as a sentence."""
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
