"""Certificates: strategies that make a claim come true, who writes them, and who checks them."""
