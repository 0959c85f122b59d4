"""Tries deployments: the guide's commands on a bare Debian with systemd, and the steps of the Containerfile."""
