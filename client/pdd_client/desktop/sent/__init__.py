"""The Sent page: what left this computer day by day, what was refused, and the privacy account."""
