"""Drawings of boards: as text, as tables for notebooks, and as SVG."""

from html import escape
from typing import TYPE_CHECKING, Any, final

from tilebase._native import _along

if TYPE_CHECKING:
    from tilebase._native import _Board, _Notation, _Size

_CELL = "border: 1px solid; width: 2em; height: 2em; text-align: center"
# The pixels of a tile in SVG.
_SIDE = 48


@final
class Drawing:
    """A drawing of a board, or of the boards along some moves. `print` shows it as text, and a
    notebook as tables.
    """

    def __init__(
        self,
        board: "_Board",
        moves: str = "",
        *,
        size: "_Size | None" = None,
        notation: "_Notation" = "blank",
    ) -> None:
        self._cols, frames = _along(board, moves, size=size, notation=notation)
        # Each board with the move that led to it.
        self._frames: list[tuple[str | None, list[int]]] = frames

    def _rows(self, cells: list[int]) -> list[list[int]]:
        return [cells[at : at + self._cols] for at in range(0, len(cells), self._cols)]

    def __repr__(self) -> str:
        drawn, last = [], len(self._frames) - 1
        for number, (move, cells) in enumerate(self._frames):
            width = len(str(len(cells) - 1))
            rows = [" ".join(f"{tile or 'x':>{width}}" for tile in row) for row in self._rows(cells)]
            title = [] if move is None else [f"{number}/{last}: {move}"]
            drawn.append("\n".join(title + rows))
        return "\n\n".join(drawn)

    def _repr_html_(self) -> str:
        """The drawing as tables, which notebooks show."""
        html = '<div style="display: flex; flex-wrap: wrap; gap: 1em">'
        for move, cells in self._frames:
            html += '<table style="border-collapse: collapse; text-align: center">'
            html += "" if move is None else f"<caption>{escape(move)}</caption>"
            for row in self._rows(cells):
                tiles = (f'<td style="{_CELL}">{tile or ""}</td>' for tile in row)
                html += f"<tr>{''.join(tiles)}</tr>"
            html += "</table>"
        return html + "</div>"

    def svg(self) -> list[str]:
        """A picture of each board, as SVG, for instance for the frames of a film."""
        return [self._svg(cells) for _, cells in self._frames]

    def _svg(self, cells: list[int]) -> str:
        rows = self._rows(cells)
        width, height = self._cols * _SIDE, len(rows) * _SIDE
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="20" '
            f'text-anchor="middle"><rect width="{width}" height="{height}" fill="#282828"/>'
        )
        for down, row in enumerate(rows):
            for right, tile in enumerate(row):
                if tile:
                    x, y, side = right * _SIDE, down * _SIDE, _SIDE - 4
                    svg += f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" fill="#ecd6aa"/>'
                    svg += f'<text x="{x + _SIDE // 2}" y="{y + 31}">{tile}</text>'
        return svg + "</svg>"


def draw(
    board: "_Board", moves: str = "", *, size: "_Size | None" = None, notation: "_Notation" = "blank"
) -> Drawing:
    """Draws a board, and again after each of some moves.

    moves: from the board, all of them legal, such as a solution.
    notation: how the moves are written: "blank", "tile" or "tiles".
    size: the shape, "RxC" or (rows, cols), for boards that do not show their rows.
    """
    return Drawing(board, moves, size=size, notation=notation)
