"""Privacy accounting: the cost of a day (`charges`), of many days together (`composition`), and budgets (`budget`)."""
