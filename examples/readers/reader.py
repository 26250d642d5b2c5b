#!/usr/bin/env python3
"""Solves boards with a table. The format of tables is in docs/format.md, from which this was
written; it uses nothing else of tilebase.

    table = Table("3x3-8.tbl", [[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    table.solve([8, 1, 3, 4, 0, 2, 7, 6, 5])  # "rdlluurdldrurd"; None if it is unsolvable

    reader.py 3x3-8.tbl "1 2 3/4 5 6/7 8 0" < boards
"""

import mmap
import struct
import sys
from math import factorial
from zlib import crc32

START = BLOCK = 4096
# The directions d, l, r, u, as changes of row and column.
DIRECTIONS = {"d": (1, 0), "l": (0, -1), "r": (0, 1), "u": (-1, 0)}


def turned(symmetry: int, rows: int, cols: int, cell: int) -> int:
    """The cell that a symmetry (bits: mirror rows, mirror columns, transpose) makes of a cell."""
    row, col = divmod(cell, cols)
    if symmetry & 1:
        row = rows - 1 - row
    if symmetry & 2:
        col = cols - 1 - col
    return col * rows + row if symmetry & 4 else row * cols + col


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(f"no table that this program reads: {what}")


class Place:
    """What the table says of a board. The residue is the distance modulo 4 or 3."""

    def __init__(self, state: int, entry: int, residue: int, odd: bool):
        self.state, self.entry, self.residue, self.odd = state, entry, residue, odd


class Table:
    """A table in a file, for a goal, which is given as its rows."""

    def __init__(self, path: str, goal: list[list[int]]):
        with open(path, "rb") as file:
            expect(file.seek(0, 2) >= START, "length")
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.checked: set[int] = set()
        self._check_header()
        self._set_goal(goal)

    def _check_header(self) -> None:
        magic, version, header_len, crc = struct.unpack_from("<8s3I", self.bytes)
        expect(magic == b"TILEBASE", "magic")
        expect((version, header_len) == (1, 1112), "version")
        expect(crc32(self.bytes[20:1132]) == crc, "checksum of the header")
        metric, rows, cols, blank, pattern, bits, diameter, states = struct.unpack_from(
            "<7IQ", self.bytes, 20
        )
        expect(pattern == 0, "pattern")
        expect((metric, bits) in ((1, 4), (1, 1), (2, 2)), "entries")
        cells = rows * cols
        expect(2 <= cols <= rows and cells <= {1: 14, 2: 12}[metric] and blank < cells, "shape")
        symmetries = range(8 if rows == cols else 4)
        expect(all(turned(s, rows, cols, blank) <= blank for s in symmetries), "goal")
        self.orders = factorial(cells - 1) // 2
        entries_len = (self.orders * cells * bits + 7) // 8
        blocks, self.end = -(-entries_len // BLOCK), START + entries_len
        lengths = (START, entries_len, self.end, 4 * blocks, BLOCK)
        *found, checksums_crc = struct.unpack_from("<4Q2I", self.bytes, 1080)
        expect(states == self.orders * cells and tuple(found) == lengths, "lengths")
        expect(len(self.bytes) == self.end + 4 * blocks, "length")
        expect(not any(self.bytes[1132:START]), "padding")
        expect(crc32(self.bytes[self.end :]) == checksums_crc, "checksum of the checksums")
        self.most = 1 if metric == 1 else rows
        self.rows, self.cols, self.cells, self.blank = rows, cols, cells, blank
        self.bits, self.diameter, self.modulus = bits, diameter, 4 if bits == 1 else 3

    def _set_goal(self, goal: list[list[int]]) -> None:
        """Finds out what becomes of the user's cells and tiles in the table."""
        rows, cols, flat = len(goal), len(goal[0]), sum(goal, [])
        expect(sorted(flat) == list(range(self.cells)) and rows * cols == self.cells, "shape")
        for s in range(8):
            if (cols if s & 4 else rows) == self.rows:
                if turned(s, rows, cols, flat.index(0)) == self.blank:
                    break
        else:
            expect(False, "another goal")
        self.user_rows, self.user_cols = rows, cols
        self.cell = [turned(s, rows, cols, cell) for cell in range(self.cells)]
        image = [flat[self.cell.index(cell)] for cell in range(self.cells)]
        order = [0] + [tile for tile in image if tile]
        self.tile = [order.index(tile) for tile in range(self.cells)]

    def _look_up(self, board: list[int]) -> Place:
        image = [0] * self.cells
        for cell, tile in zip(self.cell, board):
            image[cell] = self.tile[tile]
        blank = image.index(0)
        order, rank, total = image[:blank] + image[blank + 1 :], 0, 0
        for i, tile in enumerate(order):
            digit = sum(other < tile for other in order[i + 1 :])
            rank = rank * (len(order) - i) + digit
            total += digit
        state = blank * self.orders + rank // 2
        byte, shift = divmod(state * self.bits, 8)
        block = byte // BLOCK
        if block not in self.checked:
            first = START + block * BLOCK
            crc = crc32(self.bytes[first : min(first + BLOCK, self.end)])
            (expected,) = struct.unpack_from("<I", self.bytes, self.end + 4 * block)
            expect(crc == expected, f"block {block} is damaged")
            self.checked.add(block)
        entry = self.bytes[START + byte] >> shift & ((1 << self.bits) - 1)
        rows = blank // self.cols + self.blank // self.cols
        colour = (rows + blank % self.cols + self.blank % self.cols) % 2
        odd = (total if self.cols % 2 else total + rows) % 2 == 1
        return Place(state, entry, 2 * entry + colour if self.bits == 1 else entry, odd)

    def solve(self, board: list[int]) -> str | None:
        """The canonical solution of a board in one row, or None if it is unsolvable."""
        here, moves = self._look_up(board), ""
        for _ in range(self.diameter + 1):
            if here.odd or here.state == self.blank * self.orders:
                return None if here.odd else moves
            move, board, here = self._optimal(board, here)
            moves += move
        raise ValueError("entries that lead nowhere")

    def _optimal(self, board: list[int], here: Place) -> tuple[str, list[int], Place]:
        """The first optimal move, and where it leads to."""
        blank = board.index(0)
        for letter, (down, right) in DIRECTIONS.items():
            (row, col), at, after = divmod(blank, self.user_cols), blank, board[:]
            for count in range(1, self.most + 1):
                row, col = row + down, col + right
                if not (0 <= row < self.user_rows and 0 <= col < self.user_cols):
                    break
                cell = row * self.user_cols + col
                bit = (self.cols, -1, 1, -self.cols).index(self.cell[cell] - self.cell[at])
                if self.bits == 4 and not here.entry >> bit & 1:
                    break
                after[at], after[cell], at = after[cell], 0, cell
                there = self._look_up(after)
                if self.bits == 4 or (there.residue + 1) % self.modulus == here.residue:
                    return letter + (str(count) if count > 1 else ""), after, there
        raise ValueError("entries that lead nowhere")


def main() -> int:
    file, goal = sys.argv[1:]
    table = Table(file, [[int(tile) for tile in row.split()] for row in goal.split("/")])
    status = 0
    for line in sys.stdin:
        words = line.replace("/", " ").split()
        board = [int(word) for word in words if word.isdecimal()]
        if len(words) == table.cells and sorted(board) == list(range(table.cells)):
            solution = table.solve(board)
            print("unsolvable" if solution is None else solution)
        else:
            print("invalid")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
