"""Work that the server does by itself: the nightly run, and the schedule that starts it."""
