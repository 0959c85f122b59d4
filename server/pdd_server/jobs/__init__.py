"""What happens by itself: the night's work, and the schedule that starts it."""
