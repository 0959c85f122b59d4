"""The donor side's adapters to the machine and the network: files, databases, keychain, browsers, server."""
