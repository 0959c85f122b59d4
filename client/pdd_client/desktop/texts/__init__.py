"""The app's texts in the donor's language: numbers, days, campaigns, reasons, errors."""
