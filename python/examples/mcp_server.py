"""A server of the Model Context Protocol, over standard input and output: optimal answers for agents.

    pip install tilebase mcp
    python mcp_server.py

It has four tools: solve, check, hint and sample. Boards are text, as the command reads them, with
"x" for the blank; moves are those of the blank, or in another notation. What a tool cannot answer is
an error that says what was expected.
"""

# pyright: reportMissingImports=false

from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import tilebase

Notation = Literal["blank", "tile", "tiles"]

server = MCPServer("tilebase", instructions=__doc__)


def asked(oracle: tilebase.Oracle, question: Any, *arguments: Any, **named: Any) -> Any:
    """What a function answers. A board that has no answer is an error that says why."""
    try:
        answer = question(*arguments, **named)
        if answer is None:
            answer = oracle.explain(arguments[0])
            raise ToolError(answer)
    except tilebase.Stopped as stopped:
        raise ToolError(f"{stopped}; the best solution found: {stopped.best}") from None
    except ValueError as why:
        raise ToolError(str(why)) from None
    return answer


def solve(board: str, goal: str | None = None, notation: Notation = "blank") -> dict[str, object]:
    """A shortest solution of a board, its length, and all moves that begin a shortest solution.

    Args:
        board: such as "2 3 4 / 1 5 x / 7 6 8".
        goal: the board to reach; by default the tiles in order, the blank in the last cell.
        notation: "blank" (ddl: where the blank goes), "tile" (U2R: where the tile goes) or "tiles"
            (5 8 7: the tile that slides).
    """
    oracle = oracle_of(board, goal)
    moves = asked(oracle, oracle.solution, board, notation=notation)
    best = asked(oracle, oracle.optimal_moves, board, notation=notation)
    return {"moves": moves, "distance": asked(oracle, oracle.distance, board), "best_moves": best}


def hint(board: str, goal: str | None = None, notation: Notation = "blank") -> dict[str, object]:
    """The distance after each legal move, the best first. The arguments are those of solve."""
    oracle = oracle_of(board, goal)
    return {"after": asked(oracle, oracle.legal, board, notation=notation)}


def check(
    board: str, moves: str, goal: str | None = None, notation: Notation = "blank"
) -> dict[str, object]:
    """Whether moves solve a board, and how many of them were lost.

    Args:
        board, goal, notation: as for solve.
        moves: the moves to check.
    """
    oracle = oracle_of(board, goal)
    found = asked(oracle, oracle.analyze, board, moves, notation=notation)
    mistakes = [step.number for step in found.mistakes]
    return {
        "solves": found.reaches_goal,
        "length": found.length,
        "optimal_length": found.optimal_length,
        "lost": found.lost,
        "mistakes": mistakes,
        "distance_left": found.distance_left,
        "error": found.error,
    }


def sample(size: str = "3x3", distance: int | None = None, seed: int | None = None) -> str:
    """A random board that can be solved.

    Args:
        size: rows x columns, such as "4x4".
        distance: the number of moves that it takes; any by default.
        seed: for the same seed the same board.
    """
    far = distance is not None and size != "3x3"
    try:
        board = tilebase.sample(1, size, distance=distance, seed=seed, along_solutions=far)
    except ValueError as why:
        raise ToolError(str(why)) from None
    return tilebase.format(board, size=size)[0]


def oracle_of(board: str, goal: str | None) -> tilebase.Oracle:
    """The oracle for a goal, or for the shape of a board."""
    try:
        if goal is not None:
            return tilebase.Oracle(goal)
        # Only boards of 3x3 are written without their rows.
        rows = tilebase.apply(board, "").strip().replace("\n", "/").split("/")
        size = (len(rows), len(rows[0].split())) if len(rows) > 1 else (3, 3)
        return tilebase.Oracle(size=size)
    except ValueError as why:
        raise ToolError(str(why)) from None


for tool in (solve, hint, check, sample):
    server.add_tool(tool)

if __name__ == "__main__":
    server.run()
