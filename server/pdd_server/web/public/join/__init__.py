"""A campaign's page to join by, which the QR code of its poster opens. It works without scripts and keeps nothing."""
