"""The server's rules: who may register, how groups are made, what is taken in, what is published. No Flask."""
