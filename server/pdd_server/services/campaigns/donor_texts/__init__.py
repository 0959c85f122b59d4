"""What a campaign's terms mean for a donor, in four languages: for the page to join by and for the ethics kit."""
