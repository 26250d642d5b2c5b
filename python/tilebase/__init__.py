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

`tilebase.gym` has environments for Gymnasium, `tilebase.tasks` tasks for language models, and
`tilebase.benchmarks` published sets of boards. If Gymnasium is imported before this package, it
knows the environments without another import.
"""

import sys

from tilebase._errors import Stopped, TableError
from tilebase._native import (
    Oracle,
    Solutions,
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
    from tilebase import benchmarks as benchmarks
    from tilebase import gym as gym
    from tilebase import tasks as tasks
    from tilebase._audit import audit
    from tilebase._drawing import Drawing, draw
    from tilebase._label import Labels, label
    from tilebase._numbers import actions, check, excess, random_solution
    from tilebase._results import (
        Analysis,
        Answer,
        Answers,
        Audit,
        Ended,
        Estimate,
        Jump,
        Progress,
        Searched,
        Step,
    )

# What takes longer to import than all the rest, in the modules that have it.
_LATER = {
    "_audit": ("audit",),
    "_drawing": ("Drawing", "draw"),
    "_label": ("Labels", "label"),
    "_numbers": ("actions", "check", "excess", "random_solution"),
    "_results": (
        *("Analysis", "Answer", "Answers", "Audit", "Ended", "Estimate", "Jump", "Progress"),
        *("Searched", "Step"),
    ),
}


_MODULES = ("benchmarks", "gym", "tasks")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])


__all__ = [
    "Analysis",
    "Answer",
    "Answers",
    "Audit",
    "Drawing",
    "Ended",
    "Estimate",
    "Jump",
    "Labels",
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
    "audit",
    "check",
    "draw",
    "draw_counts",
    "excess",
    "format",
    "generate",
    "is_solvable",
    "label",
    "letters",
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
