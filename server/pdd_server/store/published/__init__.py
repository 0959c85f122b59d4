"""The store through which several machines share published files: a bucket of Amazon S3, or of a service like it."""
