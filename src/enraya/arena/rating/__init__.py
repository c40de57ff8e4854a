"""What results say of strength: ratings by maximum likelihood, their confidence intervals, likelihood of superiority.

Belongs here: statistics over games of many players. Does not belong here: the test of two (the
package `sprt`).
"""
