"""What a campaign is expected to give and to cost, before it is launched."""
