"""An epoch, about a week: tickets, the tree of their keys, the draws from its root, and what a home accepts."""
