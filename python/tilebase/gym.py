"""Gymnasium environments whose episodes start at exact distances from the goal.

>>> import tilebase.gym
>>> env = tilebase.gym.Sliding("3x3", difficulty=(10, 15))
>>> observation, info = env.reset(seed=1)
>>> 10 <= info["distance"] <= 15
True

Environments of every shape end at the goal. Those of up to twelve cells know the true distance at
each step, larger ones only if they are asked to and can (`truth`).

`Sliding` is one environment, `SlidingVector` many at once. Gymnasium knows both as
`tilebase/Sliding-v0`, for `gymnasium.make` and `gymnasium.make_vec`, once this module is imported,
or the package after Gymnasium. In any case, `"tilebase.gym:tilebase/Sliding-v0"` is enough.
"""

import operator
from collections.abc import Sequence
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import tilebase
from tilebase._drawing import pixels
from tilebase._register import register

__all__ = ["Difficulty", "Sliding", "SlidingVector"]

Difficulty: TypeAlias = int | tuple[int, int] | None
"""The distance at which episodes start, or the first and the last, or None for any."""

# What is taken for one.
_Distance: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | NDArray[numpy.integer[Any]] | None
_Size: TypeAlias = str | Sequence[SupportsIndex] | NDArray[numpy.integer[Any]]
_Boards: TypeAlias = NDArray[numpy.uint8]
_Render: TypeAlias = str | NDArray[numpy.uint8] | None
_RENDER_MODES = ["ansi", "rgb_array"]

# For each set of moves, as the bits of a mask: one number for each.
_MOVES = numpy.array([[mask >> move & 1 for move in range(4)] for mask in range(16)], numpy.int8)


class _Puzzle:
    """What both environments share: the rules, the answers, and start boards."""

    def __init__(
        self,
        size: _Size,
        goal: str | None,
        data: str | None,
        reward: str,
        truth: bool | None,
        max_steps: int | None,
        render_mode: str | None,
        actions: str | None,
    ) -> None:
        self.actions = actions
        # The place of each action among d, l, r and u.
        self.order = numpy.array(["dlru".index(it) for it in tilebase.letters(range(4), actions=actions)])
        self.bits = {"dlru"[move]: 1 << action for action, move in enumerate(self.order)}
        words = ("down", "left", "right", "up")
        of = [f"{at} ({words[move]})" for at, move in enumerate(self.order)]
        self.expected = f"expected {', '.join(of[:3])} or {of[3]}"
        if max_steps is not None:
            _at_least_one("max_steps", max_steps)
        if reward not in ("step", "distance"):
            raise ValueError(f'reward: expected "step" or "distance", found {reward!r}')
        if render_mode is not None and render_mode not in _RENDER_MODES:
            names = '"ansi", "rgb_array" or None'
            raise ValueError(f"render_mode: expected {names}, found {render_mode!r}")
        self.oracle = tilebase.Oracle(goal, size=size, data=data)
        self.data = data
        self.rows, self.cols = self.oracle.shape
        self.cells = self.rows * self.cols
        self.none: _Boards = numpy.empty((0, self.cells), numpy.uint8)
        self.is_small = self.cells <= 12
        if truth is None:
            truth = self.is_small or reward == "distance"
        if truth and self.cells > 16:
            size, why = self.oracle.size, "a search for the distances of its boards may take days"
            raise ValueError(f'truth: expected False, and reward="step", for {size}: {why}')
        if reward == "distance" and not truth:
            raise ValueError('truth: expected True for reward="distance", found False')
        self.truth = bool(truth)
        # Threads are not worth starting for thousands of look-ups, but for searches.
        self.threads = 1 if self.is_small else None
        self.goal = self.read(self.oracle.goal)
        self.goal_bytes = self.goal.tobytes()
        blanks = numpy.arange(self.cells)
        row, col = blanks // self.cols, blanks % self.cols
        # The cell that the blank reaches, and itself if the move would leave the board.
        self.to = numpy.stack([blanks] * 4, axis=1)
        inside = (row + 1 < self.rows, col > 0, col + 1 < self.cols, row > 0)
        for action, move in enumerate(self.order):
            self.to[inside[move], action] += (self.cols, -1, 1, -self.cols)[move]
        self.legal = numpy.stack([inside[move] for move in self.order], axis=1).astype(numpy.int8)
        self.space = gymnasium.spaces.Box(0, self.cells - 1, self.oracle.shape, numpy.uint8)

    def draw(self, difficulty: Difficulty, count: int, seed: int) -> _Boards:
        """Start boards. All that the environments draw comes from here."""
        return tilebase.sample(
            count,
            goal=self.oracle.goal,
            size=self.oracle.size,
            data=self.data,
            distance=difficulty,
            # On larger shapes, to draw far boards uniformly would take minutes.
            along_solutions=difficulty is not None and self.cells > 12,
            seed=seed,
        )

    def check(self, difficulty: Any) -> Difficulty:
        """The difficulty, if there are such boards."""
        difficulty = _int_or_pair(difficulty)
        try:
            self.draw(difficulty, 1, 0)
        except (TypeError, ValueError) as why:
            text = str(why).removeprefix("distance: ")
            text = text.replace("(first, last), or a set or range of ints", "or (first, last)")
            raise type(why)(f"difficulty: {text}") from None
        if difficulty is None:
            return None
        if isinstance(difficulty, tuple):
            first, last = difficulty
            return int(first), int(last)
        return int(difficulty)

    def read(self, board: Any) -> _Boards:
        """A start board in any form, which must be solvable."""
        if isinstance(board, str):
            [cells] = tilebase.parse([board.replace("\n", "/")], self.oracle.size)
        else:
            read = tilebase.apply(board, "", size=self.oracle.size)
            cells = numpy.array(read, numpy.uint8).ravel()
        why = self.oracle.explain(cells)
        if why is not None:
            raise ValueError(f"board: {why}")
        return cells

    def render(self, board: _Boards, mode: str | None) -> _Render:
        """A board as text or as a picture."""
        rows = board.reshape(self.rows, self.cols)
        if mode == "ansi":
            return "\n".join(line[1:] for line in repr(tilebase.draw(rows)).splitlines())
        return pixels(rows) if mode == "rgb_array" else None


def _int_or_pair(difficulty: Any) -> Any:
    """A difficulty without the arrays and lists that may hold it. It is not checked any further."""
    if isinstance(difficulty, numpy.ndarray):
        difficulty = difficulty.tolist()
    if isinstance(difficulty, set | frozenset | range):
        expected = "expected an int from 0, or (first, last)"
        raise TypeError(f"difficulty: {expected}, found {difficulty!r}")
    return tuple(difficulty) if isinstance(difficulty, list) else difficulty


def _at_least_one(name: str, number: Any) -> int:
    """A number that must be 1 or more."""
    try:
        read = operator.index(number)
    except TypeError:
        raise TypeError(f"{name}: expected an int from 1, found {number!r}") from None
    if read < 1:
        raise ValueError(f"{name}: expected an int from 1, found {read}")
    return read


def _unknown(options: dict[str, Any], known: tuple[str, ...]) -> None:
    """Refuses options that would be ignored."""
    if not isinstance(options, dict):
        raise TypeError(f"options: expected a dict, found {options!r}")
    for name in options:
        if name not in known:
            raise ValueError(f"options: expected {', '.join(known)}, found {name!r}")


class Sliding(gymnasium.Env[_Boards, numpy.int64]):
    """Solving a sliding-tile puzzle.

    Observation: the board, uint8 of shape (rows, cols), 0 for the blank.

    Action: where the blank goes: 0 down, 1 left, 2 right, 3 up, unless `actions` says otherwise. A
    move that would leave the board changes nothing, and costs as much as any other.

    Info: "action_mask", int8 of shape (4,), has 1 for each legal move, and can be passed to
    `action_space.sample`. With `truth`, "optimal_mask" is the same for the moves that lower the
    distance, and "distance" is the least number of moves to the goal.

    size: the shape, "RxC" or (rows, cols).
    difficulty: the distance at which episodes start, or (first, last), both included. With None,
        all boards are equally likely. On shapes of more than twelve cells, boards at a difficulty
        are drawn as with `along_solutions` of `tilebase.sample`: not all are equally likely.
    reward: "step" gives -1 for each step. "distance" gives 1 for a move towards the goal and -1 for
        a move away from it.
    truth: whether the true distance is known at each step [on shapes of up to twelve cells, and for
        the reward "distance"]. On 13 to 16 cells that takes a search for each step, without a limit.
        Larger shapes have none.
    max_steps: the number of steps after which an episode is truncated, or None.
    render_mode: "ansi", "rgb_array" or None.
    goal, data: as for `tilebase.Oracle`.
    actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
        order "dlru"], or of the tile's, such as "UDLR". The masks have the same order.

    For a curriculum, set `difficulty`, or pass `options={"difficulty": ...}` to `reset`. Either
    holds from the next start on. A wrapper, which `gymnasium.make` returns, keeps attributes for
    itself: set `env.unwrapped.difficulty`, or call `env.set_wrapper_attr("difficulty", ...)`.
    """

    metadata = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        size: _Size = "3x3",
        difficulty: _Distance = None,
        *,
        reward: Literal["step", "distance"] = "step",
        truth: bool | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        goal: str | None = None,
        data: str | None = None,
        actions: str | None = None,
    ) -> None:
        self._puzzle = _Puzzle(size, goal, data, reward, truth, max_steps, render_mode, actions)
        self.oracle = self._puzzle.oracle
        self.reward = reward
        self.truth = self._puzzle.truth
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.observation_space = self._puzzle.space
        self.action_space = gymnasium.spaces.Discrete(4)
        # Start boards, drawn many at a time.
        self._starts = self._puzzle.none
        self._board: _Boards | None = None
        self._blank = self._distance = self._steps = self._optimal = 0
        self.difficulty = difficulty

    @property
    def difficulty(self) -> Difficulty:
        """The distance at which episodes start, or the first and the last, or None for any."""
        return self._difficulty

    @difficulty.setter
    def difficulty(self, difficulty: _Distance) -> None:
        self._difficulty = self._puzzle.check(difficulty)
        self._starts = self._starts[:0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Boards, dict[str, Any]]:
        """Start an episode.

        options: "board", a board to start at, for this episode. "difficulty", from now on.
        """
        super().reset(seed=seed)
        options = {} if options is None else options
        _unknown(options, ("board", "difficulty"))
        board = self._puzzle.read(options["board"]) if "board" in options else None
        if "difficulty" in options:
            self.difficulty = options["difficulty"]
        if seed is not None:
            self._starts = self._starts[:0]
        if board is None:
            if len(self._starts) == 0:
                seed = int(self.np_random.integers(2**63))
                self._starts = self._puzzle.draw(self._difficulty, 256, seed)
            board, self._starts = self._starts[-1].copy(), self._starts[:-1]
        self._board, self._steps = board, 0
        self._blank = int(numpy.flatnonzero(board == 0)[0])
        if self.truth:
            distance = self.oracle.distance(board)
            assert distance is not None, "start boards are solvable"
            self._distance = distance
        return self._told()

    def step(
        self, action: numpy.int64
    ) -> tuple[_Boards, SupportsFloat, bool, bool, dict[str, Any]]:
        """Move the blank."""
        if self._board is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        expected = self._puzzle.expected
        try:
            move = operator.index(action)
        except TypeError:
            raise TypeError(f"action: {expected}, found {action!r}") from None
        if not 0 <= move < 4:
            raise ValueError(f"action: {expected}, found {action}")
        blank, to = self._blank, int(self._puzzle.to[self._blank, move])
        gain = 0
        if to != blank:
            # A move changes the distance by exactly one.
            gain = 1 if self._optimal >> move & 1 else -1
            self._board[blank], self._board[to] = self._board[to], 0
        self._blank = to
        self._distance -= gain
        self._steps += 1
        terminated = self._board.tobytes() == self._puzzle.goal_bytes
        reward = -1.0 if self.reward == "step" else float(gain)
        truncated = self.max_steps is not None and self._steps >= self.max_steps
        board, info = self._told()
        return board, reward, terminated, truncated, info

    def render(self) -> _Render:
        """The board: as text, one row per line, or as a picture, uint8 of shape (h, w, 3)."""
        if self.render_mode is not None and self._board is None:
            raise gymnasium.error.ResetNeeded("call reset() before render()")
        return None if self._board is None else self._puzzle.render(self._board, self.render_mode)

    def _told(self) -> tuple[_Boards, dict[str, Any]]:
        """The observation and the info."""
        assert self._board is not None
        info: dict[str, Any] = {"action_mask": self._puzzle.legal[self._blank].copy()}
        if self.truth:
            optimal = self.oracle.optimal_moves(self._board) or ""
            self._optimal = sum(self._puzzle.bits[letter] for letter in optimal)
            info["optimal_mask"] = _MOVES[self._optimal].copy()
            info["distance"] = self._distance
        return self._board.reshape(self._puzzle.rows, self._puzzle.cols).copy(), info


class SlidingVector(VectorEnv[_Boards, NDArray[numpy.int64], NDArray[Any]]):
    """Many puzzles at once, stepped as arrays.

    >>> import gymnasium
    >>> envs = gymnasium.make_vec("tilebase/Sliding-v0", num_envs=1000, difficulty=(10, 15),
    ...                           vectorization_mode="vector_entry_point")
    >>> boards, info = envs.reset(seed=1)
    >>> boards.shape, bool(info["distance"].min() >= 10)
    ((1000, 3, 3), True)

    Observations, actions, rewards and info are those of `Sliding`, with one row per environment.

    difficulty: as for `Sliding`, or a list with one for each environment.
    max_episode_steps: Gymnasium's name for max_steps; if both are given, the smaller one counts.
    autoreset_mode: when an environment starts again after the end of an episode, as Gymnasium
        defines it. With NEXT_STEP, the next step ignores the action and starts an episode. With
        SAME_STEP, the last observation and info are in "final_obs" and "final_info". With DISABLED,
        call `reset(options={"reset_mask": ended})`.
    The other arguments are those of `Sliding`.

    For a curriculum, set `difficulty`, call `set_attr("difficulty", ...)`, or pass
    `options={"difficulty": ...}` to `reset`. Each environment starts its next episodes there.
    """

    metadata: dict[str, Any] = {
        "render_modes": _RENDER_MODES,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        size: _Size = "3x3",
        difficulty: _Distance | list[_Distance] = None,
        *,
        reward: Literal["step", "distance"] = "step",
        truth: bool | None = None,
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        goal: str | None = None,
        data: str | None = None,
        actions: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        num_envs = _at_least_one("num_envs", num_envs)
        if max_episode_steps is not None:
            _at_least_one("max_episode_steps", max_episode_steps)
            # As with `gymnasium.make`, where both apply.
            max_steps = min(max_episode_steps, max_episode_steps if max_steps is None else max_steps)
        self._puzzle = _Puzzle(size, goal, data, reward, truth, max_steps, render_mode, actions)
        self.oracle = self._puzzle.oracle
        self.num_envs = num_envs
        self.reward = reward
        self.truth = self._puzzle.truth
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self._puzzle.space
        self.single_action_space = gymnasium.spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = numpy.arange(num_envs)
        self._boards: _Boards | None = None
        self._blank = numpy.zeros(num_envs, numpy.int64)
        self._optimal = numpy.zeros(num_envs, numpy.uint8)
        self._distance = numpy.zeros(num_envs, numpy.int64)
        self._steps = numpy.zeros(num_envs, numpy.int64)
        self._ended = numpy.zeros(num_envs, numpy.bool_)
        self.difficulty = difficulty

    @property
    def difficulty(self) -> Difficulty | list[Difficulty]:
        """The difficulty of all environments, or a list with that of each."""
        if len(self._groups) == 1:
            return self._groups[0]
        return [self._groups[group] for group in self._group]

    @difficulty.setter
    def difficulty(self, difficulty: _Distance | list[_Distance]) -> None:
        if isinstance(difficulty, numpy.ndarray):
            difficulty = difficulty.tolist()
        each: list[Any] = difficulty if isinstance(difficulty, list) else [difficulty]
        if isinstance(difficulty, list) and len(each) != self.num_envs:
            expected = f"one for each of {self.num_envs} environments"
            raise ValueError(f"difficulty: expected {expected}, found {len(each)}")
        each = [_int_or_pair(one) for one in each]
        # Environments of the same difficulty share their start boards.
        groups = list(dict.fromkeys(each))
        checked = [self._puzzle.check(group) for group in groups]
        place = {group: at for at, group in enumerate(groups)}
        group = numpy.array([place[each] for each in each], numpy.int64)
        self._groups, self._group = checked, numpy.resize(group, self.num_envs)
        self._starts: list[_Boards] = [self._puzzle.none for _ in groups]

    def set_attr(self, name: str, values: Any) -> None:
        """Set "difficulty" as Gymnasium's vector environments do: a list is one for each."""
        if name != "difficulty":
            raise AttributeError(f"set_attr: expected 'difficulty', found {name!r}")
        self.difficulty = values

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment."""
        if name == "difficulty":
            return tuple(self._groups[group] for group in self._group)
        return (getattr(self, name),) * self.num_envs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Boards, dict[str, Any]]:
        """Start an episode in each environment.

        options: "difficulty", from now on, for all or as a list. "reset_mask", bool of shape
            (num_envs,): which environments to start. "boards", one for each environment to start.
        """
        options = {} if options is None else options
        _unknown(options, ("boards", "difficulty", "reset_mask"))
        super().reset(seed=seed)
        if "difficulty" in options:
            self.difficulty = options["difficulty"]
        if seed is not None:
            self._starts = [self._puzzle.none for _ in self._starts]
        which = self._all
        if "reset_mask" in options:
            mask = numpy.asarray(options["reset_mask"])
            if mask.dtype != numpy.bool_ or mask.shape != (self.num_envs,):
                expected = f"bool of shape ({self.num_envs},)"
                raise ValueError(f"reset_mask: expected {expected}, found {mask.dtype} {mask.shape}")
            if self._boards is None and not mask.all():
                raise gymnasium.error.ResetNeeded("the first reset() starts all environments")
            which = numpy.flatnonzero(mask)
        boards = None
        if "boards" in options:
            try:
                named = list(options["boards"])
            except TypeError:
                found = options["boards"]
                raise TypeError(f"boards: expected a list of boards, found {found!r}") from None
            read = [self._puzzle.read(board) for board in named]
            boards = numpy.array(read, numpy.uint8).reshape(-1, self._puzzle.cells)
            if len(boards) != len(which):
                raise ValueError(f"boards: expected {len(which)}, found {len(boards)}")
        if self._boards is None:
            self._boards = numpy.zeros((self.num_envs, self._puzzle.cells), numpy.uint8)
        self._start(which, boards)
        self._look_up()
        present = numpy.zeros(self.num_envs, numpy.bool_)
        present[which] = True
        return self._observation(), self._info(present)

    def step(
        self, actions: NDArray[numpy.int64]
    ) -> tuple[_Boards, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Move the blank of each board."""
        if self._boards is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        actions = numpy.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            expected = f"integers of shape ({self.num_envs},)"
            raise ValueError(f"actions: expected {expected}, found {actions.dtype} {actions.shape}")
        if actions.min() < 0 or actions.max() > 3:
            wrong = int(numpy.flatnonzero((actions < 0) | (actions > 3))[0])
            expected = self._puzzle.expected
            raise ValueError(f"actions[{wrong}]: {expected}, found {actions[wrong]}")
        mode, again = self.autoreset_mode, numpy.flatnonzero(self._ended)
        if len(again) and mode == AutoresetMode.DISABLED:
            cure = 'call reset(options={"reset_mask": ...}) first'
            raise gymnasium.error.ResetNeeded(f"environment {again[0]} has ended: {cure}")

        to = self._puzzle.to[self._blank, actions]
        # A move changes the distance by exactly one; none, not at all.
        optimal = (self._optimal >> actions.astype(numpy.uint8) & 1).astype(numpy.int64)
        gain = numpy.where(to != self._blank, 2 * optimal - 1, 0)
        gain[again] = 0
        to[again] = self._blank[again]
        self._boards[self._all, self._blank] = self._boards[self._all, to]
        self._boards[self._all, to] = 0
        self._blank = to
        self._distance -= gain
        self._steps += 1
        rewards = -numpy.ones(self.num_envs) if self.reward == "step" else gain.astype(numpy.float64)
        if len(again):
            rewards[again] = 0.0
            self._start(again)
        if self.truth:
            terminated = self._distance == 0
        else:
            terminated = (self._boards == self._puzzle.goal).all(axis=1)
        # An episode may start at the goal.
        terminated[again] = False
        truncated = self._steps >= (numpy.inf if self.max_steps is None else self.max_steps)
        self._ended = terminated | truncated
        final: dict[str, Any] = {}
        self._look_up()
        if mode == AutoresetMode.SAME_STEP and self._ended.any():
            which = numpy.flatnonzero(self._ended)
            last, observation = numpy.full(self.num_envs, None, object), self._observation()
            for place in which:
                last[place] = observation[place]
            present = self._ended.copy()
            final = {
                "final_obs": last,
                "_final_obs": present,
                "final_info": self._info(present),
                "_final_info": present,
            }
            self._start(which)
            self._look_up()
        info = self._info(numpy.ones(self.num_envs, numpy.bool_)) | final
        return self._observation(), rewards, terminated, truncated, info

    def render(self) -> tuple[_Render, ...] | None:  # type: ignore[override]
        """Each board, as `Sliding.render` gives it."""
        if self.render_mode is None:
            return None
        if self._boards is None:
            raise gymnasium.error.ResetNeeded("call reset() before render()")
        return tuple(self._puzzle.render(board, self.render_mode) for board in self._boards)

    def _start(self, which: NDArray[numpy.int64], boards: _Boards | None = None) -> None:
        """Starts episodes."""
        assert self._boards is not None
        if boards is not None:
            self._boards[which] = boards
        else:
            for group in numpy.unique(self._group[which]):
                places = which[self._group[which] == group]
                self._boards[places] = self._take(int(group), len(places))
        self._blank[which] = (self._boards[which] == 0).argmax(axis=1)
        if self.truth:
            distances = self.oracle.distances(self._boards[which], threads=self._puzzle.threads)
            self._distance[which] = distances
        self._steps[which] = 0
        self._ended[which] = False

    def _take(self, group: int, count: int) -> _Boards:
        """Start boards of a difficulty, drawn many at a time."""
        if len(self._starts[group]) < count:
            seed = int(self.np_random.integers(2**63))
            # Where a difficulty needs a search for each board, none is drawn in vain.
            is_quick = self._puzzle.is_small or self._groups[group] is None
            more = max(count, 4096) if is_quick else count
            drawn = self._puzzle.draw(self._groups[group], more, seed)
            self._starts[group] = numpy.concatenate([self._starts[group], drawn])
        starts = self._starts[group]
        self._starts[group] = starts[count:]
        return starts[:count]

    def _look_up(self) -> None:
        assert self._boards is not None
        if self.truth:
            boards, threads = self._boards, self._puzzle.threads
            self._optimal = self.oracle.optimal_move_masks(
                boards, threads=threads, actions=self._puzzle.actions
            )

    def _observation(self) -> _Boards:
        assert self._boards is not None
        return self._boards.reshape(-1, self._puzzle.rows, self._puzzle.cols).copy()

    def _info(self, present: NDArray[numpy.bool_]) -> dict[str, Any]:
        """The info, and for each key which environments have it, as Gymnasium has it."""
        info: dict[str, Any] = {"action_mask": self._puzzle.legal[self._blank]}
        if self.truth:
            info["optimal_mask"] = _MOVES[self._optimal]
            info["distance"] = self._distance.copy()
        return info | {f"_{key}": present for key in info}


register()
