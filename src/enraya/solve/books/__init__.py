"""The opening book of Connect 4: read, built, checked."""
