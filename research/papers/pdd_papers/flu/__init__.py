"""The flu study of the PDD paper (WWW '19, section 5), from queries to its table 2 and figure 7."""
