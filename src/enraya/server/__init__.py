"""HTTP and WebSocket over matches, games and positions."""
