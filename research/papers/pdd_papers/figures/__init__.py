"""The papers' tables and figures, as data and as pictures: log releases (WWW '09), simulations (WWW '19)."""
