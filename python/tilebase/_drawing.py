"""Drawings of boards: as text, as tables for notebooks, as SVG, and as pixels."""

from html import escape
from typing import TYPE_CHECKING, Literal, SupportsIndex, final

from tilebase._native import _along, _numpy

if TYPE_CHECKING:
    from numpy import int8, uint8
    from numpy.typing import NDArray

    from tilebase._native import _Actions, _Board, _Moves, _Notation, _Size

# The digits, 3 pixels wide and 5 high, one bit each.
_DIGITS = (0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7252, 0x7BEF, 0x7BCF)

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
        # Each board with a caption, as rows of cells, as text and as SVG.
        self._frames, self._strip = _along(
            board, moves, size=size, notation=notation, blank=blank, actions=actions, metric=metric
        )

    def __repr__(self) -> str:
        (_, _, start, _), *after = self._frames
        return "\n\n".join([start, *(f"{caption}\n{text}" for caption, _, text, _ in after)])

    def _repr_html_(self) -> str:
        """The drawing as tables, which notebooks show."""
        html = '<div style="display: flex; flex-wrap: wrap; gap: 1em">'
        for caption, rows, _, _ in self._frames:
            html += '<table style="border-collapse: collapse; text-align: center">'
            move = caption.partition(": ")[2]
            html += f"<caption>{escape(move)}</caption>" if move else ""
            for row in rows:
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


def pixels(rows: "NDArray[uint8]") -> "NDArray[uint8]":
    """A picture of a board in rows, uint8 of shape (height, width, 3)."""
    numpy, side, zoom = _numpy(), 48, 5
    high, wide = rows.shape
    picture = numpy.full((high * side, wide * side, 3), 40, numpy.uint8)
    for (row, col), tile in numpy.ndenumerate(rows):
        if tile == 0:
            continue
        top, left = row * side, col * side
        square = picture[top + 2 : top + side - 2, left + 2 : left + side - 2]
        square[:] = (236, 214, 170)
        digits = [_digit(int(digit)) for digit in str(tile)]
        ink = numpy.kron(numpy.concatenate(digits, axis=1)[:, :-1], numpy.ones((zoom, zoom)))
        height, width = ink.shape
        down, right = (len(square) - height) // 2, (len(square) - width) // 2
        square[down : down + height, right : right + width][ink > 0] = (40, 40, 40)
    return picture  # type: ignore[no-any-return]


def _digit(digit: int) -> "NDArray[int8]":
    """The pixels of a digit, and an empty column to the right of them."""
    numpy = _numpy()
    bits = [[_DIGITS[digit] >> (14 - 3 * row - col) & 1 for col in range(3)] for row in range(5)]
    return numpy.pad(numpy.array(bits, numpy.int8), ((0, 0), (0, 1)))  # type: ignore[no-any-return]
