"""An epoch, about a week: tickets, the tree of their keys, draws from its root, what a home accepts, when it is due."""
