"""The commands of `enraya`, a file each. What a command needs it imports when it runs, so that help comes at once."""
