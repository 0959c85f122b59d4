"""A donor's days: their searches, the review, the decision, and when each day is sent."""
