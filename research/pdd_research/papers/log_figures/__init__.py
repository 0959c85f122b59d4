"""Tables 2 and 3 and figures 1 to 4 of Korolova et al. (WWW '09), on any log."""
