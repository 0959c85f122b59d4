"""The public files of a campaign's results, in several formats, with their metadata and citation."""
