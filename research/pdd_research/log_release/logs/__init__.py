"""Search logs as data frames: reading them, on one machine or on Spark, and limiting each user's contribution."""
