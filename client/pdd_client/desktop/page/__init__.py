"""What the pages of the window share: their base class, and the questions before everything is erased."""
