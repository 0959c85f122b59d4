"""Commands that set a server up."""
