"""What the commands share: their registry, help, options, usage errors, files, output, progress and stopping.

Belongs here: what more than one command needs. Does not belong here: any one command.
"""
