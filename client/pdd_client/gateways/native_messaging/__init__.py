"""Native messaging, the app's end: messages, searches asked of extensions, and the browsers' manifests."""
