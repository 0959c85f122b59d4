"""The Today page's list of campaigns, keywords and searches: rows, their texts, the Qt model and view."""
