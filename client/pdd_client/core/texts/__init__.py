"""Text for a person: numbers in words, and what a server wrote made safe to print."""
