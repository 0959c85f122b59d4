"""The ethics kit: editable documents about a campaign for an ethics board, made of what the campaign says already.

Nothing in them may claim more than docs/reference/who-sees-what.md does. What is legal judgement is a question to the
researcher, marked with `[To decide: ...]`.
"""
