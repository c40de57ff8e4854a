"""Ratings by maximum likelihood from results, with confidence intervals and the likelihood of superiority.

Belongs here: statistics over games of many players. Does not belong here: the test of two (the
package `sprt`).
"""
