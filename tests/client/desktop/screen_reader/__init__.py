"""What a screen reader and the keyboard get of each page of the app."""
