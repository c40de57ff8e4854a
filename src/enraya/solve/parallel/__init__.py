"""Work that splits or is interrupted: jobs on cores or a cluster, checkpoints."""
