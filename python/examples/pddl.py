"""Problems for planners at exact distances, each with an optimal plan, in PDDL.

    python pddl.py FOLDER [--size RxC] [--distance FIRST..LAST] [--count N] [--seed S]

The domain is that of Patrik Haslum's sliding-tile benchmark, `strips-sliding-tile`, in the flavour
with different objects for columns (x1, x2, ...) and rows (y1 is the top one). Its actions are named
like our moves: after `move-up` the blank is one row higher. Plans are as VAL and most planners
write them, one action on a line.
"""

import argparse
from pathlib import Path

import tilebase

# The action, and the coordinate that it changes: by one less, or by one more.
_ACTIONS = {
    "u": ("up", "y", "dec"),
    "d": ("down", "y", "inc"),
    "l": ("left", "x", "dec"),
    "r": ("right", "x", "inc"),
}


def domain() -> str:
    """The domain, the same for every shape and distance."""
    text = """(define (domain strips-sliding-tile)
  (:requirements :strips)
  (:predicates
    (tile ?t) (position ?p) (at ?t ?x ?y) (blank ?x ?y) (inc ?p ?pp) (dec ?p ?pp))
"""
    for name, axis, change in _ACTIONS.values():
        blank = "?bx ?py" if axis == "x" else "?px ?by"
        text += f"""
  (:action move-{name}
    :parameters (?t ?px ?py ?b{axis})
    :precondition (and
      (tile ?t) (position ?px) (position ?py) (position ?b{axis})
      ({change} ?b{axis} ?p{axis}) (blank {blank}) (at ?t ?px ?py))
    :effect (and
      (not (blank {blank})) (not (at ?t ?px ?py)) (blank ?px ?py) (at ?t {blank})))
"""
    return text + ")\n"


def _facts(board: list[int], cols: int) -> list[str]:
    """Where the tiles and the blank are."""
    places = [f"x{cell % cols + 1} y{cell // cols + 1}" for cell in range(len(board))]
    return [
        f"(at t{tile} {place})" if tile else f"(blank {place})"
        for tile, place in sorted(zip(board, places))
    ]


def problem(name: str, board: list[int], goal: list[int], cols: int) -> str:
    """A problem: from the board to the goal."""
    rows = len(board) // cols
    tiles = [f"t{tile}" for tile in range(1, len(board))]
    axes = [[f"x{col + 1}" for col in range(cols)], [f"y{row + 1}" for row in range(rows)]]
    positions = [position for axis in axes for position in axis]
    pairs = [pair for axis in axes for pair in zip(axis, axis[1:])]
    facts = [f"(tile {tile})" for tile in tiles]
    facts += [f"(position {position})" for position in positions]
    facts += [f"(inc {less} {more}) (dec {more} {less})" for less, more in pairs]
    facts += _facts(board, cols)
    newline = "\n    "
    return f"""(define (problem {name})
  (:domain strips-sliding-tile)
  (:objects {" ".join(tiles + positions)})
  (:init
    {newline.join(facts)})
  (:goal (and
    {newline.join(_facts(goal, cols)[1:])})))
"""


def plan(board: list[int], moves: str, cols: int) -> str:
    """The moves as actions."""
    board, lines = list(board), []
    for move in moves:
        blank = board.index(0)
        cell = blank + {"u": -cols, "d": cols, "l": -1, "r": 1}[move]
        name, axis, _ = _ACTIONS[move]
        to = f"x{blank % cols + 1}" if axis == "x" else f"y{blank // cols + 1}"
        lines.append(f"(move-{name} t{board[cell]} x{cell % cols + 1} y{cell // cols + 1} {to})")
        board[blank], board[cell] = board[cell], 0
    return "\n".join([*lines, f"; cost = {len(lines)} (unit cost)", ""])


def write(folder: Path, size: str, distance: tuple[int, int], count: int, seed: int) -> None:
    """Write the domain, and for each distance some problems with their plans."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "domain.pddl").write_text(domain())
    oracle = tilebase.Oracle(size=size)
    _, cols = oracle.shape
    cells = oracle.shape[0] * cols
    for far in range(distance[0], distance[1] + 1):
        boards = tilebase.sample(count, size, distance=far, seed=seed)
        for number, board in enumerate(boards.tolist(), 1):
            moves = oracle.solution(board)
            assert moves is not None and len(moves) == far
            name = f"tiles-{size}-{far:02}-{number}"
            text = problem(name, board, [*range(1, cells), 0], cols)
            (folder / f"{name}.pddl").write_text(text)
            (folder / f"{name}.plan").write_text(plan(board, moves, cols))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="3x3")
    parser.add_argument("--distance", default="1..31")
    parser.add_argument("--count", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = vars(parser.parse_args())
    first, _, last = arguments.pop("distance").partition("..")
    write(**arguments, distance=(int(first), int(last or first)))
