"""Optimal answers for sliding-tile puzzles, by lookup.

>>> import tilebase
>>> oracle = tilebase.Oracle()
>>> oracle.distance("2 3 4 1 5 x 7 6 8")
19
>>> oracle.solution("2 3 4 1 5 x 7 6 8")
'dlurullddrurdllurdr'
>>> oracle.optimal_moves("2 3 4 1 5 x 7 6 8")
'dlu'

A board is a str, a sequence of ints with 0 for the blank, a sequence of rows, or an array. A move
is one step of the blank: d, l, r and u say where it goes. Many boards at once are a uint8 array of
shape (n, cells). NumPy is imported only by functions that return arrays.

`tilebase.gym` has environments for Gymnasium. If Gymnasium is imported before this package, it knows
them without another import.
"""

import sys

from tilebase._native import (
    Analysis,
    Drawing,
    Oracle,
    Solutions,
    Step,
    Stopped,
    TableError,
    __version__,
    all_boards,
    apply,
    check,
    draw,
    format,
    generate,
    is_solvable,
    parse,
    rank,
    sample,
    solvable,
    step,
    unrank,
    verify,
)

if "gymnasium" in sys.modules:
    from tilebase._register import register as _register

    _register()

__all__ = [
    "Analysis",
    "Drawing",
    "Oracle",
    "Solutions",
    "Step",
    "Stopped",
    "TableError",
    "__version__",
    "all_boards",
    "apply",
    "check",
    "draw",
    "format",
    "generate",
    "is_solvable",
    "parse",
    "rank",
    "sample",
    "solvable",
    "step",
    "unrank",
    "verify",
]
