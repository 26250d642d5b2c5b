"""The Gymnasium environment."""

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import tilebase
import tilebase.gym


@pytest.mark.parametrize("reward", ["step", "distance"])
@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3"])
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_wrong(size: str, reward: str) -> None:
    env = gymnasium.make(
        "tilebase/Sliding-v0", size=size, difficulty=(1, 5), reward=reward, render_mode="ansi"
    )
    check_env(env.unwrapped, skip_render_check=False)
    env.close()


@pytest.mark.parametrize("difficulty", [0, 1, 17, 31, (5, 9), (30, 31), None])
def test_episodes_begin_at_the_true_distance(difficulty: int | tuple[int, int] | None) -> None:
    env = tilebase.gym.Sliding(difficulty=difficulty)
    first, last = difficulty if isinstance(difficulty, tuple) else (difficulty, difficulty)
    oracle = tilebase.Oracle()
    for seed in (1, None, None):
        board, info = env.reset(seed=seed)
        assert oracle.distance(board) == info["distance"]
        if first is not None and last is not None:
            assert first <= info["distance"] <= last


def test_a_seed_repeats_everything() -> None:
    env = tilebase.gym.Sliding(difficulty=(1, 31))
    runs = []
    for _ in range(2):
        boards = [env.reset(seed=7)[0]]
        boards += [env.reset()[0] for _ in range(300)]
        runs.append(numpy.array(boards))
    assert (runs[0] == runs[1]).all()
    assert len(numpy.unique(runs[0], axis=0)) > 100


@pytest.mark.parametrize("reward", ["step", "distance"])
def test_optimal_moves_lead_to_the_goal(reward: str) -> None:
    env = tilebase.gym.Sliding("2x4", difficulty=(20, 36), reward=reward)  # type: ignore[arg-type]
    for seed in range(10):
        board, info = env.reset(seed=seed)
        distance, total, done = info["distance"], 0.0, False
        for left in range(distance - 1, -1, -1):
            assert (info["optimal_mask"] <= info["action_mask"]).all()
            action = env.action_space.sample(info["optimal_mask"])
            board, gain, done, truncated, info = env.step(action)
            total += float(gain)
            assert (info["distance"], truncated) == (left, False)
        assert done and env.oracle.distance(board) == 0
        assert not info["optimal_mask"].any()
        assert total == (-distance if reward == "step" else distance)


def test_moves_are_the_letters_and_the_mask_is_right() -> None:
    env = tilebase.gym.Sliding("2x3", reward="distance")
    env.action_space.seed(1)
    board, info = env.reset(seed=1)
    for _ in range(500):
        action = env.action_space.sample()
        try:
            after = tilebase.apply(board, "dlru"[action])
            assert info["action_mask"][action] == 1
        except ValueError:
            after = tuple(board.ravel())
            assert info["action_mask"][action] == 0
        before = info["distance"]
        board, gain, done, _, info = env.step(action)
        assert tuple(board.ravel()) == after
        assert gain == before - info["distance"]
        assert done == (info["distance"] == 0)


def test_options() -> None:
    env = tilebase.gym.Sliding(max_steps=2, render_mode="ansi")
    _, info = env.reset(options={"board": "1 2 3 x 4 6 7 5 8"})
    assert info["distance"] == 3
    assert env.render() == "1 2 3\nx 4 6\n7 5 8"
    assert env.step(numpy.int64(3))[3] is False
    assert env.step(numpy.int64(0))[3] is True
    env.reset(options={"board": [[1, 2, 3], [0, 4, 6], [7, 5, 8]]})
    with pytest.raises(ValueError, match="exchange tiles"):
        env.reset(options={"board": "1 2 3 4 5 6 8 7 x"})
    with pytest.raises(ValueError, match="no 3x3 board is at distance 40"):
        tilebase.gym.Sliding(difficulty=40)
    with pytest.raises(ValueError, match="reward"):
        tilebase.gym.Sliding(reward="money")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode"):
        tilebase.gym.Sliding(render_mode="human")
