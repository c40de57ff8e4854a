"""Answers: read, marked node by node with reasons, hinted at, graded."""
