"""`python -m enraya`: the `enraya` command."""

from enraya.cli import main

main()
