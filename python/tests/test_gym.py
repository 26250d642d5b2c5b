"""The Gymnasium environment."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tilebase
import tilebase.gym


@pytest.mark.parametrize(
    ("size", "difficulty", "reward"),
    [
        ("2x2", (1, 5), "step"),
        ("2x3", (1, 5), "distance"),
        ("3x3", (1, 5), "step"),
        ("3x3", (1, 5), "distance"),
        ("4x4", (1, 5), "step"),
        ("4x4", (1, 5), "distance"),
        ("4x4", None, "step"),
        ("5x5", None, "step"),
        ("5x5", (3, 6), "step"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_wrong(
    size: str, difficulty: tuple[int, int] | None, reward: str
) -> None:
    env = gymnasium.make(
        "tilebase/Sliding-v0", size=size, difficulty=difficulty, reward=reward, render_mode="ansi"
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
            after = board
            assert info["action_mask"][action] == 0
        before = info["distance"]
        board, gain, done, _, info = env.step(action)
        assert (board == after).all()
        assert gain == before - info["distance"]
        assert done == (info["distance"] == 0)


def test_searched_shapes(tmp_path: Path) -> None:
    """Episodes start at once, far from the goal."""
    env = tilebase.gym.Sliding("4x4", difficulty=(28, 30), truth=True, data=str(tmp_path))
    board, info = env.reset(seed=1)
    assert 28 <= info["distance"] <= 30 and board.shape == (4, 4)
    envs = tilebase.gym.SlidingVector(3, "4x4", [20, 24, 25], truth=True, data=str(tmp_path))
    assert envs.reset(seed=1)[1]["distance"].tolist() == [20, 24, 25]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["3x3", "4x4", "5x5", "2x12"])
def test_without_the_truth(size: str) -> None:
    """The rules alone: the goal ends an episode, and nothing is searched for."""
    env = tilebase.gym.Sliding(size, truth=False)
    rows, cols = env.oracle.shape
    goal = numpy.array([*range(1, rows * cols), 0], numpy.uint8).reshape(rows, cols)
    start = numpy.reshape(tilebase.apply(goal, "ul"), (rows, cols))
    envs = make_vec(3, size=size, truth=False, max_steps=4)
    board, info = env.reset(options={"board": start})
    boards, infos = envs.reset(options={"boards": [start, start, start]})
    assert info.keys() == {"action_mask"} and infos.keys() == {"action_mask", "_action_mask"}
    # Right and down; one of the three goes up instead.
    for actions, is_last in (([2, 2, 2], False), ([0, 0, 3], True)):
        board, reward, terminated, truncated, info = env.step(numpy.int64(actions[0]))
        assert (reward, terminated, truncated) == (-1.0, is_last, False)
        boards, _, ended, cut, infos = envs.step(numpy.array(actions))
        assert ended.tolist() == [is_last, is_last, False] and not cut.any()
        assert (boards[0] == board).all()
    assert (board == goal).all() and (boards[2] != goal).any()
    # With a seed, random boards of every shape repeat.
    first = env.reset(seed=3)[0]
    assert (env.reset(seed=3)[0] == first).all()
    assert tilebase.is_solvable(first)


def test_truth_where_there_is_none() -> None:
    assert [tilebase.gym.Sliding(size).truth for size in ("3x3", "3x4")] == [True, True]
    assert [tilebase.gym.Sliding(size).truth for size in ("4x4", "5x5")] == [False, False]
    assert tilebase.gym.SlidingVector(2, "4x4", 3, reward="distance").truth
    settings: list[dict[str, Any]] = [{"truth": True}, {"reward": "distance"}]
    for wrong in settings:
        with pytest.raises(ValueError, match='truth: expected False, and reward="step", for 5x5'):
            tilebase.gym.Sliding("5x5", **wrong)
        with pytest.raises(ValueError, match='truth: expected False, and reward="step", for 5x5'):
            make_vec(2, size="5x5", **wrong)
    with pytest.raises(ValueError, match='truth: expected True for reward="distance", found False'):
        tilebase.gym.Sliding(truth=False, reward="distance")


def test_gymnasium_names_the_number_of_steps() -> None:
    for more in ({}, {"max_steps": 9}, {"max_steps": 5, "max_episode_steps": 7}):
        envs = make_vec(2, **({"max_episode_steps": 5} | more), difficulty=20)
        envs.reset(seed=1)
        cut = [envs.step(numpy.array([0, 0]))[3].tolist() for _ in range(5)]
        assert cut == [[False, False]] * 4 + [[True, True]]
    with pytest.raises(ValueError, match="max_episode_steps: expected an int from 1, found 0"):
        make_vec(2, max_episode_steps=0)


def test_a_seed_repeats_what_comes_after_a_board_that_was_named() -> None:
    after = []
    for earlier in (None, 7):
        env = tilebase.gym.Sliding(difficulty=(5, 20))
        env.reset(seed=earlier)
        env.reset(seed=1, options={"board": "1 2 3 4 5 6 7 8 x"})
        after.append(env.reset()[0].tolist())
    assert after[0] == after[1]


def test_options() -> None:
    env = tilebase.gym.Sliding(max_steps=2, render_mode="ansi")
    _, info = env.reset(options={"board": "1 2 3 x 4 6 7 5 8"})
    assert info["distance"] == 3
    assert env.render() == "1 2 3\nx 4 6\n7 5 8"
    assert env.step(numpy.int64(3))[3] is False
    assert env.step(numpy.int64(0))[3] is True
    env.reset(options={"board": [[1, 2, 3], [0, 4, 6], [7, 5, 8]]})
    with pytest.raises(ValueError, match="swap tiles"):
        env.reset(options={"board": "1 2 3 4 5 6 8 7 x"})
    with pytest.raises(ValueError, match="no 3x3 board is at distance 40"):
        tilebase.gym.Sliding(difficulty=40)
    with pytest.raises(ValueError, match="reward"):
        tilebase.gym.Sliding(reward="money")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode"):
        tilebase.gym.Sliding(render_mode="human")
    with pytest.raises(ValueError, match="options: expected board, difficulty, found 'dificulty'"):
        env.reset(options={"dificulty": 25})
    with pytest.raises(ValueError, match=r"action: expected 0 \(down\), .*, found 7"):
        env.step(numpy.int64(7))
    with pytest.raises(ValueError, match="found -1"):
        env.step(numpy.int64(-1))
    wrong: Any
    for wrong in ("d", None, 1.5, numpy.array([1, 2])):
        with pytest.raises(TypeError, match=r"action: expected 0 \(down\), .*, found "):
            env.step(wrong)
    for wrong, error in ((-1, ValueError), (0, ValueError), ("x", TypeError), (2.5, TypeError)):
        with pytest.raises(error, match="max_steps: expected an int from 1, found"):
            tilebase.gym.Sliding(max_steps=wrong)
        with pytest.raises(error, match="num_envs: expected an int from 1, found"):
            tilebase.gym.SlidingVector(wrong)
    with pytest.raises(TypeError, match="options: expected a dict, found 3"):
        wrong = 3
        env.reset(options=wrong)
    with pytest.raises(ValueError, match="^difficulty: expected an int from 0, .* found -1$"):
        tilebase.gym.Sliding(difficulty=-1)
    expected = r"^difficulty: expected an int from 0, or \(first, last\), found "
    for wrong in ({5, 7}, range(3, 6), "5"):
        with pytest.raises(TypeError, match=expected):
            tilebase.gym.Sliding(difficulty=wrong)
        with pytest.raises(TypeError, match=expected):
            tilebase.gym.SlidingVector(2, difficulty=wrong)
    assert tilebase.gym.Sliding(difficulty=numpy.array(5)).difficulty == 5
    with pytest.raises(ValueError, match="swap tiles"):
        env.reset(options={"board": "1 2 3 4 5 6 8 7 x", "difficulty": 9})
    assert env.difficulty is None
    with pytest.raises(TypeError, match="boards: expected a list of boards, found None"):
        tilebase.gym.SlidingVector(2).reset(options={"boards": None})
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        tilebase.gym.Sliding().step(numpy.int64(1))


def test_a_curriculum() -> None:
    env = tilebase.gym.Sliding(difficulty=5)
    assert env.reset(seed=1)[1]["distance"] == 5
    assert env.reset(options={"difficulty": 25})[1]["distance"] == 25
    assert env.reset()[1]["distance"] == 25
    env.difficulty = (7, 8)
    assert all(env.reset()[1]["distance"] in (7, 8) for _ in range(300))
    made = gymnasium.make("tilebase/Sliding-v0", difficulty=5)
    made.set_wrapper_attr("difficulty", 9)
    assert made.reset()[1]["distance"] == 9
    envs = gymnasium.make_vec("tilebase/Sliding-v0", num_envs=3, vectorization_mode="sync")
    envs.set_attr("difficulty", [3, 30, 12])  # type: ignore[attr-defined]
    assert envs.reset()[1]["distance"].tolist() == [3, 30, 12]
    for wrong, error in ((40, ValueError), ((9, 5), ValueError), ("hard", TypeError)):
        with pytest.raises(error, match="difficulty: "):
            env.difficulty = wrong  # type: ignore[assignment]
        with pytest.raises(error, match="difficulty: "):
            env.reset(options={"difficulty": wrong})
        assert env.difficulty == (7, 8)


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("import gymnasium, tilebase", "tilebase/Sliding-v0"),
        ("import gymnasium, tilebase.gym", "tilebase/Sliding-v0"),
        ("import tilebase.gym, gymnasium", "tilebase/Sliding-v0"),
        ("import gymnasium", "tilebase.gym:tilebase/Sliding-v0"),
    ],
)
def test_gymnasium_knows_it(imports: str, name: str) -> None:
    code = f"""
import warnings; warnings.simplefilter("error")
{imports}
print(gymnasium.make("{name}", difficulty=9).reset()[1]["distance"])
print(gymnasium.make_vec("{name}", 3, difficulty=9).reset()[1]["distance"])
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert (done.stdout.split("\n"), done.stderr) == (["9", "[9 9 9]", ""], "")


def make_vec(num_envs: int, **arguments: Any) -> tilebase.gym.SlidingVector:
    envs = gymnasium.make_vec(
        "tilebase/Sliding-v0", num_envs, vectorization_mode="vector_entry_point", **arguments
    )
    assert isinstance(envs, tilebase.gym.SlidingVector)
    return envs


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("reward", ["step", "distance"])
@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3"])
def test_many_are_as_one_by_one(size: str, reward: str, mode: AutoresetMode) -> None:
    """Each environment beside a `Sliding` of its own, which starts at the same boards."""
    rules: dict[str, Any] = {"size": size, "reward": reward, "max_steps": 9, "difficulty": (1, 6)}
    envs = make_vec(20, autoreset_mode=mode, **rules)
    ones = [tilebase.gym.Sliding(**rules) for _ in range(20)]
    assert envs.metadata["autoreset_mode"] == mode
    boards, infos = envs.reset(seed=3)
    for one, board in zip(ones, boards):
        one.reset(options={"board": board})
    envs.action_space.seed(1)
    ended, ends = numpy.zeros(20, bool), 0
    for _ in range(60):
        assert envs.observation_space.contains(boards)
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(gymnasium.error.ResetNeeded, match="has ended"):
                envs.step(envs.action_space.sample())
            before = boards
            boards, infos = envs.reset(options={"reset_mask": ended})
            assert (boards[~ended] == before[~ended]).all()
            assert (infos["_distance"] == ended).all()
            for place in numpy.flatnonzero(ended).tolist():
                ones[place].reset(options={"board": boards[place]})
            ended[:] = False
        actions = envs.action_space.sample()
        boards, rewards, terminated, truncated, infos = envs.step(actions)
        for place, one in enumerate(ones):
            if ended[place] and mode == AutoresetMode.NEXT_STEP:
                board, info = one.reset(options={"board": boards[place]})
                expected: tuple[Any, ...] = (board, 0.0, False, False, info)
            else:
                expected = one.step(actions[place])
            found_board, found = boards[place], infos
            if mode == AutoresetMode.SAME_STEP and (expected[2] or expected[3]):
                assert infos["_final_obs"][place] and infos["_final_info"][place]
                found_board, found = infos["final_obs"][place], infos["final_info"]
                assert infos["distance"][place] == envs.oracle.distance(boards[place])
                assert 1 <= infos["distance"][place] <= 6
                one.reset(options={"board": boards[place]})
            assert (found_board == expected[0]).all()
            assert (rewards[place], terminated[place], truncated[place]) == expected[1:4]
            for key, value in expected[4].items():
                assert found[f"_{key}"][place]
                assert numpy.array_equal(found[key][place], value), key
        ended = terminated | truncated
        ends += int(ended.sum())
    assert ends > 50


def test_many_at_a_difficulty_of_their_own() -> None:
    envs = make_vec(4, difficulty=[3, (8, 9), 3, 20])
    for _ in range(5):
        first, second, third, fourth = envs.reset()[1]["distance"].tolist()
        assert (first, third, fourth) == (3, 3, 20) and second in (8, 9)
    assert envs.difficulty == [3, (8, 9), 3, 20] == list(envs.get_attr("difficulty"))
    envs.difficulty = 25
    assert envs.reset()[1]["distance"].tolist() == [25] * 4
    envs.set_attr("difficulty", [[1, 1], numpy.int64(2), numpy.array([3, 3]), 4])
    assert envs.reset()[1]["distance"].tolist() == [1, 2, 3, 4]
    envs.set_attr("difficulty", numpy.array([4, 3, 2, 1]))
    assert envs.reset()[1]["distance"].tolist() == [4, 3, 2, 1]
    envs.set_attr("difficulty", [1, 2, 3, 4])
    assert envs.reset()[1]["distance"].tolist() == [1, 2, 3, 4]
    assert envs.reset(options={"difficulty": (5, 5)})[1]["distance"].tolist() == [5] * 4
    board = "1 2 3 x 4 6 7 5 8"
    assert envs.reset(options={"boards": [board] * 4})[1]["distance"].tolist() == [3] * 4
    for options, message in (
        ({"difficulty": [1, 2]}, "one for each of 4 environments, found 2"),
        ({"difficulty": 40}, "difficulty: no 3x3 board is at distance 40"),
        ({"level": 3}, "options: expected boards, difficulty, reset_mask, found 'level'"),
        ({"reset_mask": [1, 0, 0, 0]}, "reset_mask: expected bool"),
        ({"boards": [board]}, "boards: expected 4, found 1"),
    ):
        with pytest.raises(ValueError, match=message):
            envs.reset(options=options)
    for actions, message in (
        (numpy.array([0, 1, 2, 7]), r"actions\[3\]: expected 0 \(down\), .* found 7"),
        (numpy.array([0, 1]), r"expected integers of shape \(4,\), found int64 \(2,\)"),
        (numpy.zeros(4), "found float64"),
    ):
        with pytest.raises(ValueError, match=message):
            envs.step(actions)  # type: ignore[arg-type]
    with pytest.raises(gymnasium.error.ResetNeeded):
        make_vec(2).step(numpy.zeros(2, numpy.int64))


def test_many_repeat_with_a_seed() -> None:
    envs, runs = make_vec(50, difficulty=(1, 3), autoreset_mode=AutoresetMode.SAME_STEP), []
    for _ in range(2):
        boards = [envs.reset(seed=5)[0]]
        generator = numpy.random.default_rng(1)
        boards += [envs.step(generator.integers(0, 4, 50))[0] for _ in range(100)]
        runs.append(numpy.array(boards))
    assert (runs[0] == runs[1]).all()
    assert len(numpy.unique(runs[0].reshape(-1, 9), axis=0)) > 30


def test_pictures() -> None:
    env = tilebase.gym.Sliding("2x4", render_mode="rgb_array")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.render()
    env.reset(options={"board": "1 2 3 4 / 5 6 7 x"})
    picture = env.render()
    assert isinstance(picture, numpy.ndarray)
    assert (picture.shape, str(picture.dtype)) == ((96, 192, 3), "uint8")
    squares = picture.reshape(2, 48, 4, 48, 3).swapaxes(1, 2).reshape(8, -1)
    assert len(numpy.unique(squares, axis=0)) == 8
    assert len(numpy.unique(squares[7])) == 1
    envs = make_vec(3, render_mode="rgb_array")
    envs.reset(options={"boards": ["12345678x"] * 3})
    pictures = envs.render()
    assert pictures is not None and len(pictures) == 3
    assert (numpy.asarray(pictures[0]) == numpy.asarray(pictures[2])).all()
    texts = make_vec(2, render_mode="ansi")
    texts.reset(options={"boards": ["12345678x"] * 2})
    assert texts.render() == ("1 2 3\n4 5 6\n7 8 x",) * 2
