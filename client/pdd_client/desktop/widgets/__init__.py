"""Small widgets used by several pages."""
