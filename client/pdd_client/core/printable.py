"""Text from outside as it may be printed on a terminal."""


def one_line(text: str) -> str:
    """Return the text as one printable line."""
    return printable(text).replace("\n", " ")


def printable(text: str) -> str:
    """Return the text without what would move the cursor or colour the screen; line breaks stay."""
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
