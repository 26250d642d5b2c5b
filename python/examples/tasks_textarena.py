"""The sliding puzzle as a game of TextArena: it can be solved, within a limit that fits the board.

    pip install textarena
    python tasks_textarena.py

The player makes one or more moves a turn, in any notation, and has twice as many turns as the
shortest solution has moves. The reward at the end is 1.0 for a shortest solution, and otherwise the
part of the distance that was covered.
"""

# pyright: reportMissingImports=false

import random
from typing import Any

import textarena

import tilebase
from tilebase.tasks import Config, Tasks, read

RULES = """\
You solve a sliding puzzle of {rows} rows and {cols} columns. "_" is the empty cell. Bring the tiles \
into order, with the empty cell last. In each turn, name a tile beside the empty cell, which then \
slides into it, or several tiles, one after the other: [5] or [5 8 6]. You have {turns} turns."""


class SlidingTilesEnv(textarena.Env):
    """One player, one board."""

    def __init__(self, config: Config | None = None, **settings: Any) -> None:
        super().__init__()
        self.config = config or Config(**settings)
        self.oracle = tilebase.Oracle(size=(self.config.rows, self.config.cols))

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Start with the board that belongs to a seed."""
        seed = random.getrandbits(32) if seed is None else seed
        self.task = Tasks(self.config)[seed]
        self.board, self.moves = self.task.board, 0
        turns = max(2 * (self.task.distance or 0), 1)
        self.state = textarena.SinglePlayerState(num_players=1, seed=seed, max_turns=turns)
        self.state.reset(
            game_state={"board": self.board},
            player_prompt_function=lambda **_: RULES.format(**vars(self.config), turns=turns),
        )
        self._show()

    def step(self, action: str) -> tuple[bool, Any]:
        """Make the moves of a turn."""
        kinds = textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, from_id=0)
        _, bracket, inside = action.rpartition("[")
        try:
            moves = read(inside.partition("]")[0] if bracket else action, self.board)
        except ValueError as why:
            self.state.set_invalid_move(reward=self._covered(), reason=str(why))
            return self._done()
        self.board, self.moves = tilebase.apply(self.board, moves), self.moves + len(moves)
        left = self.oracle.distance(self.board)
        if left == 0:
            reward = (self.task.distance or 0) / self.moves
            self.state.set_outcome(reward=reward, reason=f"solved in {self.moves} moves")
        elif self.state.check_turn_limit():
            self.state.set_outcome(reward=self._covered(), reason=f"{left} moves are left")
        self._show()
        return self._done()

    def _done(self) -> tuple[bool, Any]:
        done, info = self.state.step()
        return done, info

    def _covered(self) -> float:
        """The part of the distance that was covered, less than all of it."""
        left = self.oracle.distance(self.board)
        return max(0.0, 1 - (left or 0) / self.task.distance) if self.task.distance else 0.0

    def _show(self) -> None:
        board = str(tilebase.draw(self.board)).replace("x", "_")
        self.state.add_observation(board, textarena.ObservationType.GAME_BOARD)


if __name__ == "__main__":
    env = SlidingTilesEnv(rows=4, cols=4, min_distance=8, max_distance=12)
    for seed in range(5):
        env.reset(seed=seed)
        print(env.get_observation()[1][-1][1])
        done = False
        while not done:
            # A player that knows the next move.
            best = env.oracle.solution(env.board, notation="tiles")
            assert best is not None
            done, _ = env.step(f"I slide [{best.split()[0]}]")
        rewards, info = env.close()
        print(rewards, info[0]["turn_count"], "turns")
        assert rewards == {0: 1.0}
    env.reset(seed=1)
    env.step("[99]")
    env.step("[99]")
    print(env.close())
