"""Where the donor's side touches the machine and the network: files, databases, the keychain, the server."""
