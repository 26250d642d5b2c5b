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

`tilebase.gym` has environments for Gymnasium. If Gymnasium is imported before this package, it
knows them without another import.
"""

import sys

from tilebase._native import (
    Finder,
    MultiOracle,
    Oracle,
    Solutions,
    Stopped,
    TableError,
    __version__,
    all_boards,
    apply,
    draw_counts,
    format,
    generate,
    is_solvable,
    letters,
    parse,
    rank,
    sample,
    search,
    solvable,
    step,
    unrank,
    verify,
)

if "gymnasium" in sys.modules:
    from tilebase._register import register as _register

    _register()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilebase._drawing import Drawing, draw
    from tilebase._label import label
    from tilebase._numbers import actions, check, excess, random_solution
    from tilebase._oracle import oracle
    from tilebase._results import Analysis, Answers, Ended, Found, Progress, Searched, Step


def __getattr__(name: str) -> object:
    # What these are made with takes longer to import than all the rest.
    if name in ("Drawing", "draw"):
        from tilebase import _drawing

        return getattr(_drawing, name)
    if name in ("actions", "check", "excess", "random_solution"):
        from tilebase import _numbers

        return getattr(_numbers, name)
    if name == "label":
        from tilebase import _label

        return _label.label
    if name == "oracle":
        from tilebase import _oracle

        return getattr(_oracle, name)
    if name in ("Analysis", "Answers", "Ended", "Found", "Progress", "Searched", "Step"):
        from tilebase import _results

        return getattr(_results, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "Analysis",
    "Answers",
    "Drawing",
    "Ended",
    "Finder",
    "Found",
    "MultiOracle",
    "Oracle",
    "Progress",
    "Searched",
    "Solutions",
    "Step",
    "Stopped",
    "TableError",
    "__version__",
    "actions",
    "all_boards",
    "apply",
    "check",
    "draw",
    "draw_counts",
    "excess",
    "format",
    "generate",
    "is_solvable",
    "label",
    "letters",
    "oracle",
    "parse",
    "random_solution",
    "rank",
    "sample",
    "search",
    "solvable",
    "step",
    "unrank",
    "verify",
]
