"""Drawings of boards: as text, as tables for notebooks, and as SVG."""

from html import escape
from typing import TYPE_CHECKING, Literal, SupportsIndex, final

from tilebase._native import _along

if TYPE_CHECKING:
    from tilebase._native import _Actions, _Board, _Moves, _Notation, _Size

_CELL = "border: 1px solid; width: 2em; height: 2em; text-align: center"


@final
class Drawing:
    """A drawing of a board, or of the boards along some moves. `print` shows it as text, and a
    notebook as tables.
    """

    def __init__(
        self,
        board: "_Board",
        moves: "_Moves" = "",
        *,
        size: "_Size | None" = None,
        notation: "_Notation" = "blank",
        blank: SupportsIndex | None = None,
        actions: "_Actions | None" = None,
        metric: Literal["single", "multi"] = "single",
    ) -> None:
        self._cols, frames, self._strip = _along(
            board, moves, size=size, notation=notation, blank=blank, actions=actions, metric=metric
        )
        # Each board with the move that led to it, as cells, as text and as SVG.
        self._frames: list[tuple[str | None, list[int], str, str]] = frames

    def __repr__(self) -> str:
        drawn, last = [], len(self._frames) - 1
        for number, (move, _, text, _) in enumerate(self._frames):
            drawn.append(text if move is None else f"{number}/{last}: {move}\n{text}")
        return "\n\n".join(drawn)

    def _repr_html_(self) -> str:
        """The drawing as tables, which notebooks show."""
        html = '<div style="display: flex; flex-wrap: wrap; gap: 1em">'
        for move, cells, _, _ in self._frames:
            html += '<table style="border-collapse: collapse; text-align: center">'
            html += "" if move is None else f"<caption>{escape(move)}</caption>"
            for at in range(0, len(cells), self._cols):
                row = cells[at : at + self._cols]
                tiles = (f'<td style="{_CELL}">{tile or ""}</td>' for tile in row)
                html += f"<tr>{''.join(tiles)}</tr>"
            html += "</table>"
        return html + "</div>"

    def svg(self) -> list[str]:
        """A picture of each board, as SVG, for instance for the frames of a film. The pictures fit
        light and dark pages, and the tile that moved has another colour.
        """
        return [svg for *_, svg in self._frames]

    def strip(self) -> str:
        """One picture of all boards, as SVG."""
        return self._strip


def draw(
    board: "_Board",
    moves: "_Moves" = "",
    *,
    size: "_Size | None" = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    actions: "_Actions | None" = None,
    metric: Literal["single", "multi"] = "single",
) -> Drawing:
    """Draws a board, and again after each of some moves.

    moves: from the board, all of them legal, such as a solution.
    notation: how the moves are written: "blank", "tile", "tiles" or "cells".
    size: the shape, "RxC" or (rows, cols), for boards that do not show their rows.
    blank: the number that stands for the blank [0].
    actions: the moves for which the integers 0, 1, 2 and 3 stand, as for `apply`.
    metric: "single", or "multi" for moves that slide several tiles at once, as for `apply`.
    """
    return Drawing(
        board, moves, size=size, notation=notation, blank=blank, actions=actions, metric=metric
    )
