"""Make text from a server safe to print: control characters could move a terminal's cursor and forge output."""


def one_line(text: str) -> str:
    """Return the text as one printable line."""
    return printable(text).replace("\n", " ")


def printable(text: str) -> str:
    """Return the text with a space for every character that is not printable; line breaks stay."""
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
