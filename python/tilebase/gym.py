"""A Gymnasium environment whose episodes start at exact distances from the goal.

>>> import tilebase.gym
>>> env = tilebase.gym.Sliding("3x3", difficulty=(10, 15))
>>> observation, info = env.reset(seed=1)
>>> 10 <= info["distance"] <= 15
True

Importing this module registers `tilebase/Sliding-v0` for `gymnasium.make`.
"""

from typing import Any, Literal, SupportsFloat

import gymnasium
import numpy
from numpy.typing import NDArray

import tilebase

__all__ = ["Sliding"]

_LETTERS = "dlru"


class Sliding(gymnasium.Env[NDArray[numpy.uint8], numpy.int64]):
    """Solving a sliding-tile puzzle.

    Observation: the board, uint8 of shape (rows, cols), 0 for the blank.

    Action: where the blank goes: 0 down, 1 left, 2 right, 3 up. A move that would leave the board
    changes nothing, and costs as much as any other.

    Info: "action_mask", int8 of shape (4,), has 1 for each legal move, and can be passed to
    `action_space.sample`. "optimal_mask" is the same for the moves that lower the distance.
    "distance" is the least number of moves to the goal.

    size: the shape, "RxC".
    difficulty: the distance at which episodes start, or (first, last), both included. With None,
        all boards are equally likely. A difficulty needs a table, so the shape must have up to
        twelve cells, or be 2x7 with a generated table.
    reward: "step" gives -1 for each step. "distance" gives 1 for a move towards the goal and -1 for
        a move away from it.
    max_steps: the number of steps after which an episode is truncated, or None.
    render_mode: "ansi" or None.
    goal, data: as for `tilebase.Oracle`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        size: str = "3x3",
        difficulty: int | tuple[int, int] | None = None,
        *,
        reward: Literal["step", "distance"] = "step",
        max_steps: int | None = None,
        render_mode: str | None = None,
        goal: str | None = None,
        data: str | None = None,
    ) -> None:
        if reward not in ("step", "distance"):
            raise ValueError(f'reward: expected "step" or "distance", found {reward!r}')
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: expected "ansi" or None, found {render_mode!r}')
        self.oracle = tilebase.Oracle(goal, size=size, data=data)
        self.reward = reward
        self.max_steps = max_steps
        self.render_mode = render_mode
        self._size = size
        self._data = data
        self._difficulty = difficulty
        self._rows, self._cols = self.oracle.shape
        cells = self._rows * self._cols
        self.observation_space = gymnasium.spaces.Box(
            0, cells - 1, (self._rows, self._cols), numpy.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(4)
        # Start boards, drawn many at a time.
        self._starts: NDArray[numpy.uint8] = numpy.empty((0, cells), numpy.uint8)
        self._board = numpy.zeros(cells, numpy.uint8)
        self._distance = 0
        self._steps = 0
        # This refuses a difficulty that does not exist.
        self._draw(1, 0)

    def _draw(self, count: int, seed: int) -> NDArray[numpy.uint8]:
        return tilebase.sample(
            count,
            goal=self.oracle.goal,
            size=self._size,
            data=self._data,
            distance=self._difficulty,
            seed=seed,
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[numpy.uint8], dict[str, Any]]:
        """Start an episode, at `board` if `options={"board": board}` is given."""
        super().reset(seed=seed)
        if options is not None and "board" in options:
            self._board = self._cells(options["board"])
            if self.oracle.distance(self._board) is None:
                raise ValueError(f"board: {self.oracle.explain(self._board)}")
        else:
            if seed is not None or len(self._starts) == 0:
                self._starts = self._draw(256, int(self.np_random.integers(2**63)))
            self._board, self._starts = self._starts[-1].copy(), self._starts[:-1]
        self._steps = 0
        self._distance = self._ask()
        return self._observation(), self._info()

    def step(
        self, action: numpy.int64
    ) -> tuple[NDArray[numpy.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Move the blank."""
        to = self._neighbour(int(action))
        if to is not None:
            blank = self._blank()
            self._board[blank], self._board[to] = self._board[to], 0
        before, self._distance = self._distance, self._ask()
        self._steps += 1
        reward = -1.0 if self.reward == "step" else float(before - self._distance)
        truncated = self.max_steps is not None and self._steps >= self.max_steps
        return self._observation(), reward, self._distance == 0, truncated, self._info()

    def render(self) -> str | None:
        """The board as text, one row per line."""
        if self.render_mode is None:
            return None
        width = len(str(len(self._board) - 1))
        cells = [f"{cell or 'x':>{width}}" for cell in self._board.tolist()]
        rows = [cells[i : i + self._cols] for i in range(0, len(cells), self._cols)]
        return "\n".join(" ".join(row) for row in rows)

    def _cells(self, board: Any) -> NDArray[numpy.uint8]:
        text = tilebase.apply(board, "", size=self._size)
        if isinstance(text, str):
            text = tuple(0 if cell == "x" else int(cell) for cell in text.replace("/", " ").split())
        return numpy.array(text, numpy.uint8)

    def _ask(self) -> int:
        distance = self.oracle.distance(self._board)
        assert distance is not None, "moves do not change whether a board can be solved"
        return distance

    def _blank(self) -> int:
        return int(numpy.flatnonzero(self._board == 0)[0])

    def _neighbour(self, action: int) -> int | None:
        blank = self._blank()
        row, col = divmod(blank, self._cols)
        row += (1, 0, 0, -1)[action]
        col += (0, -1, 1, 0)[action]
        inside = 0 <= row < self._rows and 0 <= col < self._cols
        return row * self._cols + col if inside else None

    def _observation(self) -> NDArray[numpy.uint8]:
        return self._board.reshape(self._rows, self._cols).copy()

    def _info(self) -> dict[str, Any]:
        optimal = self.oracle.optimal_moves(self._board) or ""
        return {
            "action_mask": numpy.array(
                [self._neighbour(action) is not None for action in range(4)], numpy.int8
            ),
            "optimal_mask": numpy.array([letter in optimal for letter in _LETTERS], numpy.int8),
            "distance": self._distance,
        }


gymnasium.register(id="tilebase/Sliding-v0", entry_point="tilebase.gym:Sliding")
