"""What noised, incomplete counts are good for: studies that others published, done again with what a server gives."""
