"""A log in memory, for tables that are kept nowhere."""

from companion.table.log import Row


class Memory:
    """Stands where a table's log stands, and is gone with it."""

    def __init__(self, *rows: Row) -> None:
        self._rows = list(rows)

    def rows(self, code: str) -> list[Row]:
        """All entries of the one table in their order."""
        return list(self._rows)

    def append(self, *rows: Row) -> None:
        """Remember entries for as long as the table is there."""
        self._rows += rows

    def wish_copy(self) -> None:
        """Nothing of it is ever copied."""
