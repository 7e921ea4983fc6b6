"""The program ``ludex``."""

import sys

from ._ludex import _main


def main() -> int:
    """Run the program with the arguments of the process."""
    return _main(["ludex", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
