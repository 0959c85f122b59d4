"""The paper's tables and figure 1, on logs made of real texts from Debian."""
