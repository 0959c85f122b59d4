"""The Today page: what would be sent of a day, the searches behind it, and what the donor decides about it."""
