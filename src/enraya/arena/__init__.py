"""Machines against machines."""
