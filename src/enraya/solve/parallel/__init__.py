"""Work that is split over processes and machines, or interrupted and resumed: executors, jobs, splits, checkpoints.

What a job does to a position belongs to `methods`; here is only how jobs are handed out, cached and kept.
"""
