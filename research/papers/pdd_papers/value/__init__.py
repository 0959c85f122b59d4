"""What donated counts add to published flu rates: nowcasts with and without them, under the noise of a campaign."""
