"""The Today page's list of campaigns, keywords and searches: its rows, their texts, and the Qt model and view."""
