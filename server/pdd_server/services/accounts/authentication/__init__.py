"""How researchers prove who they are: passwords, second factors, sessions, tokens."""
