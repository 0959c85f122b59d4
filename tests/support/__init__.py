"""What several test folders and the demonstration share."""
