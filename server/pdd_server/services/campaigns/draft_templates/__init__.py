"""What a new draft can begin with: a topic's keywords, and settings that suit it."""
