"""``python -m seethrough``."""

from seethrough.cli import main

if __name__ == "__main__":
    main()
