"""`python -m tilewatch COMMAND`: as `tilewatch COMMAND`."""

from tilewatch.cli import main

main()
