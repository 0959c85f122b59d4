"""The donor's desktop app: Qt over the client's core."""
