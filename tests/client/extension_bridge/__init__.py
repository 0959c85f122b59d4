"""The app beside browser extensions: handing over, merging, who donates; with the real host process."""
