"""Heuristics, compared with the truth."""

from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from tilebase._native import Oracle, _numpy, all_boards, format, parse, step
from tilebase._numbers import of
from tilebase._results import Audit, Estimate, Jump

if TYPE_CHECKING:
    from tilebase._native import _Board


def audit(
    heuristic: Callable[[tuple[int, ...]], SupportsIndex],
    oracle: Oracle | None = None,
    *,
    boards: "Iterable[_Board] | None" = None,
) -> Audit:
    """Compares a heuristic with the true distances of boards, and says where it is greater, and
    where a move changes it by more than one.

    heuristic: a function of a board, a tuple of numbers row by row with 0 for the blank, that
        returns an int, as for `search`.
    oracle: the oracle for the goal, in either metric [that of 3x3].
    boards: some boards that can reach the goal [all of them, of shapes of up to nine cells].
    """
    numpy, oracle = _numpy(), of(oracle)
    if not callable(heuristic):
        raise TypeError(f"heuristic: expected a function of a board, found {heuristic!r}")
    rows, cols = map(int, oracle.size.split("x"))
    if boards is None:
        if rows * cols > 9:
            cure = "such as those of tilebase.sample"
            raise ValueError(f"boards: {oracle.size} has too many; expected some, {cure}")
        starts = all_boards(oracle.size, goal=oracle.goal)
    else:
        starts = parse(boards, size=oracle.size)
    distances = oracle.distances(starts)
    if (distances == 255).any():
        row = int((distances == 255).argmax())
        raise ValueError(f"boards[{row}]: expected a board that can reach the goal")
    known: dict[bytes, int] = {}

    def estimates(boards: Any) -> Any:
        found = []
        for board in boards.reshape(-1, rows * cols):
            key = board.tobytes()
            if key not in known:
                cells = tuple(board.tolist())
                value = heuristic(cells)
                if not isinstance(value, SupportsIndex) or index(value) < 0:
                    expected = f"expected an int from 0, found {value!r} for {cells}"
                    raise TypeError(f"heuristic: {expected}")
                known[key] = index(value)
            found.append(known[key])
        return numpy.array(found, numpy.int64)

    before = estimates(starts)
    over = before - distances
    jumps, highest_jump, most = 0, None, 1
    longest = max(rows, cols) - 1 if oracle.metric == "multi" else 1
    for move, after, moved in _moves(starts, oracle.size, longest):
        change = numpy.zeros(len(starts), numpy.int64)
        change[moved] = abs(estimates(after[moved]) - before[moved])
        jumps += int((change > 1).sum())
        if len(change) and change.max() > most:
            row, most = int(change.argmax()), int(change.max())
            [board] = format(starts[row : row + 1], size=oracle.size)
            end = int(estimates(after[row : row + 1])[0])
            highest_jump = Jump(board, move, int(before[row]), end)
    highest = None
    if (over > 0).any():
        row = int(over.argmax())
        [board] = format(starts[row : row + 1], size=oracle.size)
        highest = Estimate(board, int(distances[row]), int(before[row]))
    at_goal = int(estimates(parse([oracle.goal], size=oracle.size))[0])
    return Audit(
        boards=len(starts),
        is_admissible=highest is None,
        is_consistent=jumps == 0 and at_goal == 0,
        too_high=int((over > 0).sum()),
        highest=highest,
        jumps=jumps,
        highest_jump=highest_jump,
        exact=int((over == 0).sum()),
        mean=float(before.mean()),
        mean_distance=float(distances.mean()),
        at_goal=at_goal,
    )


def _moves(boards: Any, size: str, longest: int) -> Iterator[tuple[str, Any, Any]]:
    """The moves of the blank, the boards after each, and which boards have it."""
    numpy = _numpy()
    for number, letter in enumerate("dlru"):
        after, moved = boards, numpy.ones(len(boards), bool)
        for count in range(1, longest + 1):
            last, after = after, step(after, [number] * len(boards), size=size)
            moved = moved & (last != after).any(axis=1)
            yield (letter if count == 1 else f"{letter}{count}"), after, moved
