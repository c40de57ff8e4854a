"""Work off the event loop: one fair queue, bounded worker processes, and the tasks that they do.

Belongs here: whatever may take long. Does not belong here: starting and ending processes as such (`workers`).
"""
