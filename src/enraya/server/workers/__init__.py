"""Work off the event loop."""
