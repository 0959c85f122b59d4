"""What the pages of the window share: the base of every page, and the question before everything is erased."""
