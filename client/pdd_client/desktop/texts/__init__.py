"""The app's words in the donor's language: numbers, days, campaigns, reasons, errors."""
