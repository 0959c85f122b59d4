"""Privacy arithmetic: sensitivity from the caps, noise laws from epsilon. Samplers live where they are used."""
