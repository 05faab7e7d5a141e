"""``companion`` with the games for tests beside the real ones: one folder more to look in."""

from pathlib import Path

from companion import games

games.__path__.append(str(Path(__file__).parent))

if __name__ == "__main__":
    from companion.cli import main

    main()
