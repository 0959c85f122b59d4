"""Error translation: the core's errors as sentences for a person.

Each says what happened, what it means for the donor's data, and what to do.
"""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from pdd_client.core.errors import Code, DonorError

translate = QCoreApplication.translate


def told(error: DonorError) -> str:
    """Return the error in the donor's language; an error that has no code is told in the core's own words."""
    from pdd_client.gateways.server_http.server_http import ServerProblem

    if is_set_aside(error):
        return _set_aside()
    if isinstance(error, ServerProblem):
        return _problem(error.name, error.detail)
    return _known()[error.code].format(detail=error.detail, host=_host(error)) if error.code else _sentence(str(error))


def _host(error: DonorError) -> str:
    """Return the name and port of the server that gave no usable answer; empty for other errors."""
    from pdd_client.gateways.server_http.connection_errors import ServerUnreachable

    return error.host if isinstance(error, ServerUnreachable) else ""


def is_unreachable(error: DonorError) -> bool:
    """Return whether no usable answer came from the server, which passes by itself."""
    from pdd_client.gateways.server_http.connection_errors import ServerUnreachable

    return isinstance(error, ServerUnreachable)


def is_of_server(error: DonorError) -> bool:
    """Return whether no usable answer came from the server, or it refused."""
    from pdd_client.gateways.server_http.server_http import ServerProblem

    return is_unreachable(error) or isinstance(error, ServerProblem)


def is_set_aside(error: DonorError) -> bool:
    """Return whether the home was damaged and set aside, so that it is new when it is opened again."""
    from pdd_client.gateways.home_files.damage import SetAside

    return isinstance(error, SetAside)


def _set_aside() -> str:
    return translate(
        "errors",
        "What this app had kept on this computer is damaged or gone, so it can't know what it has sent. What is left "
        "is set aside. Its keys are never used again, and nothing more is sent under them. You can begin anew and "
        "join again.",
    )


def connection() -> Mapping[Code, str]:
    """Return the sentences about connection errors, by code. `{host}` stands for the server.

    They are word for word those of the browser extension.
    """
    return {
        Code.UNKNOWN_HOST: translate("errors", "{host} was not found. Check the spelling, and that you are online."),
        Code.NO_CONNECTION: translate("errors", "Nothing answers at {host}. Check the address, or try again later."),
        Code.NO_TLS: translate(
            "errors",
            "{host} does not answer as an encrypted server. Nothing was sent. Check the address and its port.",
        ),
        Code.BAD_CERTIFICATE: translate(
            "errors",
            "{host} can't prove that it is this server. Nothing was sent. If your Wi-Fi asks you to sign in, do that "
            "first. Else ask who runs the server.",
        ),
        Code.FOREIGN_ANSWER: translate(
            "errors",
            "Something else answers at {host}. If your Wi-Fi asks you to sign in, do that first. Else check the "
            "address.",
        ),
        Code.BROKEN_ANSWER: translate(
            "errors",
            "{host} broke off its answer. Try again later. If that goes on, check the address and its port.",
        ),
        Code.SERVER_ERROR: translate("errors", "{host} has a problem at the moment. Try again later."),
        Code.TOO_SLOW: translate("errors", "{host} did not answer within 30 seconds. Try again later."),
        Code.ENDLESS_ANSWER: translate("errors", "{host} sends more than a donation server would. Check the address."),
        Code.UNREADABLE_ANSWER: translate(
            "errors",
            "This version can't read the answer of {host}. See if there is a newer version, or check the address.",
        ),
    }


def _problem(name: str, detail: str) -> str:
    """Return the sentence about a problem that the server answered with.

    Args:
        name: the problem's name.
        detail: the server's own words; may be empty.

    """
    known = {
        "invitation-needed": translate(
            "errors", "The server does not take this invitation. Nothing was joined. Ask for another one."
        ),
        "client-too-old": translate(
            "errors",
            "The server asks for a newer version of this app. Nothing is sent until you update it. Your study's page "
            "has the new one.",
        ),
        "rate-limited": translate("errors", "The server is busy. Nothing is lost; the app tries again later."),
    }
    other = translate("errors", "The server refused: {why} Nothing is lost.").format(why=_sentence(detail or name))
    return known.get(name, other)


def _known() -> Mapping[Code, str]:
    """Return the sentences about all errors that a person can meet in the app, by code."""
    return {**connection(), **_joining(), **_giving(), **_here()}


def _joining() -> dict[Code, str]:
    """Return the sentences about errors of joining a server or a campaign."""
    none = translate("errors", "The server has no campaign to join now. Nothing was joined; try again when it has.")
    return {
        Code.NOT_ENCRYPTED: translate(
            "errors", "This address begins with http://, so others could listen. Nothing was sent. Use https://."
        ),
        Code.NOT_A_LINK: translate(
            "errors", "This is no link to a server. Paste it as you got it, such as {example}."
        ).replace("{example}", "https://pdd.example.org/join/winter-flu"),
        Code.NOT_AN_ADDRESS: translate("errors", "This is no server's address. Nothing was sent."),
        Code.CHANGED_SERVER_KEY: translate(
            "errors", "The server shows another key than when you joined. Nothing was sent. Ask who runs it."
        ),
        Code.CHANGED_SERVER_ZONE: translate(
            "errors", "The server has changed its time zone since you joined. Nothing was sent. Ask who runs it."
        ),
        Code.UNVOUCHED_KEY: translate(
            "errors",
            "The server signs with a key that its identity does not confirm for today. Nothing was sent. Check this "
            "computer's date, or ask who runs the server.",
        ),
        Code.EXPIRED_KEY: translate(
            "errors",
            "The server's key has run out. Nothing was sent, and nothing is lost. Check this computer's date, or tell "
            "the people who run the server.",
        ),
        Code.REVOKED_KEY: translate(
            "errors",
            "The server uses a key that it has replaced. Someone else may be answering for it. Nothing was sent. Ask "
            "the people who run the server.",
        ),
        Code.UNUSABLE_PROXY: translate(
            "errors",
            "This computer's proxy can't be used. Nothing was sent. Correct the proxy settings, or turn the proxy off.",
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
    """Return the sentences about errors of sending days and keeping searches out."""
    return {
        Code.UNDER_WAY: translate(
            "errors", "The server is being contacted already, maybe by the command line. Wait until that is done."
        ),
        Code.DAY_LOCKED: translate(
            "errors", "The counts of this day are locked already. What was sent can't be changed."
        ),
        Code.DAY_NOT_COUNTED: translate(
            "errors", "No campaign that you have joined counts this day. There is nothing to decide."
        ),
        Code.DAY_OVER: translate(
            "errors", "Nothing can be sent of this day any more. Its time is over, or this computer was not there."
        ),
        Code.NO_WORD: translate("errors", "That has no word in it. Nothing is blocked. Type a word to block."),
        Code.TOO_LONG: translate("errors", "That is too long to block. Block one word of it."),
        Code.NO_SUCH_SEARCH: translate("errors", "This search is not in the history any more, so it does not count."),
        Code.UNREADABLE_RESULTS: translate(
            "errors", "Some results can't be read by this version of the app. What was fetched before is kept."
        ),
    }


def _here() -> dict[Code, str]:
    """Return the sentences about errors of this computer and this app."""
    return {
        Code.DISK_FULL: translate(
            "errors", "The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first."
        ),
        Code.HOME_OF_BEFORE: translate(
            "errors",
            "An earlier version of this app made {detail}, and this version can't use it. Nothing in it was changed. "
            "Move that folder away, start again and join again. The server keeps your old registration until it ends "
            "by itself.",
        ),
        Code.STORE_NEWER: translate(
            "errors",
            "A newer version of this app changed {detail}. Nothing was sent, and nothing in it was changed. "
            "Install the newer version again.",
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
    """Return a line of the core as a sentence: with a capital letter and a full stop."""
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
