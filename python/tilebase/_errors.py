"""The exceptions of the package."""


class TableError(Exception):
    """A table is damaged, or belongs to another shape or goal."""

    __module__ = "tilebase"


class Stopped(Exception):
    """A limit ended a search."""

    __module__ = "tilebase"

    lower: int
    """The board takes at least this many moves."""
    best: str | None
    """The best solution found, or None."""
    generated: int
    """The number of boards generated."""

    def __init__(self, text: str = "", lower: int = 0, best: str | None = None, generated: int = 0) -> None:
        super().__init__(text)
        self.lower, self.best, self.generated = lower, best, generated
