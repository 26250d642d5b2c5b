"""Tasks for language models, and the grader of their answers."""

import doctest
import itertools
import json
import os
import pickle
import random
import runpy
from pathlib import Path
from typing import Any

import pytest

import tilebase
import tilebase.tasks
from conftest import neighbours
from tilebase.tasks import PARTIAL, Config, Curriculum, Notation, Task, Tasks, read, score

EXAMPLES = Path(__file__).parents[1] / "examples"


def cells(board: str) -> tuple[int, ...]:
    return tuple(0 if cell == "x" else int(cell) for cell in board.replace("/", " ").split())


def slide(board: tuple[int, ...], cols: int, tiles: str) -> tuple[int, ...]:
    """The board after tiles have slid, found without tilebase."""
    for tile in map(int, tiles.split()):
        [board] = [after for _, after in neighbours(board, cols) if board[after.index(0)] == tile]
    return board


def from_both_ends(start: tuple[int, ...], goal: tuple[int, ...], cols: int) -> int:
    """The distance between two boards, found without tilebase."""
    sides, seen = [{start}, {goal}], [{start}, {goal}]
    for distance in itertools.count():
        if sides[0] & seen[1] or sides[1] & seen[0]:
            return distance
        side = distance % 2
        sides[side] = {after for board in sides[side] for _, after in neighbours(board, cols)}
        sides[side] -= seen[side]
        seen[side] |= sides[side]
    raise AssertionError


def test_docstrings() -> None:
    found = doctest.testmod(tilebase.tasks)
    assert found.failed == 0 and found.attempted > 5


@pytest.mark.slow
def test_ten_thousand_of_3x3(distances_3x3: dict[tuple[int, ...], int]) -> None:
    tasks = Tasks(seed=7, max_distance=31, count=10_000)
    boards, goal = set(), (1, 2, 3, 4, 5, 6, 7, 8, 0)
    numbers = dict.fromkeys(range(1, 32), 0)
    for task in tasks:
        board = cells(task.board)
        assert distances_3x3[board] == task.distance == len(task.answer.split())
        assert slide(board, 3, task.answer) == goal
        assert task.score(task.answer) == 1.0
        boards.add(board)
        numbers[len(task.answer.split())] += 1
    # All distances are equally frequent.
    assert all(230 < number < 420 for number in numbers.values())
    # Near the goal, there are few boards.
    assert len(boards) > 6_000


def test_a_hundred_of_4x4() -> None:
    goal = (*range(1, 16), 0)
    distances = []
    for task in Tasks(rows=4, cols=4, max_distance=24, seed=3, count=100):
        board = cells(task.board)
        assert from_both_ends(board, goal, 4) == task.distance == len(task.answer.split())
        assert slide(board, 4, task.answer) == goal and task.score(task.answer) == 1.0
        distances.append(task.distance)
    assert 1 <= min(distances) < 5 and 20 < max(distances) <= 24


def test_5x5_near_the_goal() -> None:
    goal = (*range(1, 25), 0)
    tasks = Tasks(rows=5, cols=5, min_distance=3, max_distance=16, seed=1, count=20)
    for task in tasks:
        board = cells(task.board)
        assert from_both_ends(board, goal, 5) == task.distance == len(task.answer.split())
        assert slide(board, 5, task.answer) == goal
    assert len({task.distance for task in tasks}) > 5


@pytest.mark.parametrize(
    ("rows", "cols", "goal"),
    [(2, 2, None), (2, 3, None), (3, 2, None), (3, 3, "1 2 3 8 x 4 7 6 5"), (2, 5, None), (4, 3, None)],
)
def test_other_shapes_and_goals(rows: int, cols: int, goal: str | None) -> None:
    tasks = Tasks(rows=rows, cols=cols, goal=goal, max_distance=6, seed=1, count=30)
    assert goal is None or tasks[0].goal.replace(" /", "") == goal
    for task in tasks:
        start, end = cells(task.board), cells(task.goal)
        assert from_both_ends(start, end, cols) == task.distance == len(task.answer.split())
        assert task.score(task.answer) == 1.0
        assert [len(row.split()) for row in task.board.split("/")] == [cols] * rows


def test_a_seed_repeats_in_any_order() -> None:
    larger: dict[str, Any] = {"rows": 4, "cols": 4, "max_distance": 9}
    none: dict[str, Any] = {}
    for settings in (none, larger):
        tasks = Tasks(Config(seed=5), **settings)
        endless = list(itertools.islice(tasks, 150))
        assert Tasks(Config(seed=5), **settings)[149] == endless[149] == tasks[100:150][-1]
        assert Tasks(seed=5, count=150, **settings)[-1] == endless[149]
        assert pickle.loads(pickle.dumps(tasks))[3] == endless[3]
        assert Tasks(seed=6, **settings)[:20] != endless[:20]
    assert len(Tasks(count=3)) == 3 == len(list(Tasks(count=3)))
    with pytest.raises(TypeError, match="without end have no length"):
        len(Tasks())
    with pytest.raises(IndexError):
        Tasks(count=3)[3]
    with pytest.raises(IndexError, match="expected a number from 0"):
        Tasks()[-1]


def test_named_boards() -> None:
    boards = ["1 2 3 x 4 6 7 5 8", [1, 2, 3, 4, 5, 6, 7, 0, 8], "1 2 3 4 5 6 7 8 x"]
    tasks = Tasks(boards=boards)
    assert [(task.distance, task.answer) for task in tasks] == [(3, "4 5 8"), (1, "8"), (0, "")]
    assert tasks[2].score("") == 1.0 and tasks[2].score("8 8") == PARTIAL
    assert "unsolvable" not in tasks[0].question


def test_unsolvable_boards() -> None:
    """A suite of both, in which each question says how to answer that there is no solution."""
    tasks = Tasks(boards=["1 2 3 4 5 6 8 7 x", "1 2 3 x 4 6 7 5 8"], notation="blank")
    impossible, possible = tasks
    assert (impossible.distance, impossible.answer, possible.distance) == (None, "unsolvable", 3)
    for task in tasks:
        assert task.question.endswith("If no moves lead there, answer only: unsolvable")
        assert Task.of_entry(json.loads(json.dumps(task.entry()))) == task
        assert task.score(task.answer) == 1.0
    for claim in (
        "Unsolvable.",
        "no solution",
        "<answer>impossible</answer>",
        "The parity is odd.\nAnswer: not solvable",
        "This puzzle cannot be solved.",
        "I counted the inversions: the board has no solution.",
        "**unsolvable**",
        "`Unsolvable`",
        '{"answer": "unsolvable"}',
        "The answer is: unsolvable",
        "There is no solution.",
        "<answer>No solution exists.</answer>",
        "It cannot be solved.",
        "the board cannot be solved.",
        "No solution exists because the parity is odd.",
        "It is unsolvable because of parity",
        '{"solvable": false}',
        '{"solvable": false, "solution": null}',
        '{"moves": [], "solvable": false}',
    ):
        assert impossible.grade(claim) == (1.0, None, None, None), claim
        assert possible.grade(claim) == (0.0, None, None, "it can be solved, in 3 moves"), claim
    assert impossible.grade("up") == (0.0, "u", None, "this board cannot reach the goal")
    assert impossible.score("") == impossible.score("rdr") == impossible.score("hm") == 0.0
    assert impossible.score(None) == impossible.score("null") == impossible.score("nan") == 0.0
    assert impossible.score("It cannot be solved in fewer moves.") == 0.0
    assert impossible.score("{}") == impossible.score("There is no solution? rdr") == 0.0


def test_the_question() -> None:
    task = Tasks(rows=2, cols=3, min_distance=4, max_distance=4, seed=1, notation="tile")[0]
    board = cells(task.board)
    for row in (board[:3], board[3:]):
        assert "\n" + " ".join(str(cell or "_") for cell in row) + "\n" in task.question
    assert "2 rows and 3 columns" in task.question and "in which the tiles slide" in task.question
    assert set(task.answer.split()) <= {"up", "down", "left", "right"}
    task = Tasks(question="{rows} {cols} {distance} {board}", min_distance=2, max_distance=2)[0]
    assert task.question.startswith("3 3 2 ") and task.question.count("\n") == 2


TASK = Tasks(boards=["1 2 3 x 4 6 7 5 8"])[0]


@pytest.mark.parametrize(
    "answer",
    [
        "4 5 8",
        "4, 5, 8",
        "4,5,8.",
        "[4, 5, 8]",
        "['4', '5', '8']",
        "(4) (5) (8)",
        "4 -> 5 -> 8",
        "4 → 5 → 8",
        "4\n5\n8\n",
        "1. 4\n2. 5\n3. 8",
        "Step 1: 4\nStep 2: 5\nStep 3: 8",
        "- 4\n- 5\n- 8",
        "- 1) 4\n- 2) 5\n- 3) 8",
        "left up left",
        "Left, Up, Left",
        "LEFT UP LEFT",
        "L U L",
        "LUL",
        "lul",
        "L, U, L",
        "LU1L",
        '["left", "up", "left"]',
        '{"moves": ["left", "up", "left"]}',
        "←↑←",
        "← ↑ ←",
        "⬅️⬆️⬅️",
        "left → up → left",
        "4 left, 5 up, 8 left",
        "left 4, up 5, left 8",
        "4←5↑8←",
        '[[4, "left"], [5, "up"], [8, "left"]]',
        "blank: 4 right, 5 down, 8 right",
        "1. Move tile 4 left\n2. Move tile 5 up\n3. Move tile 8 left",
        "Slide 4, then slide 5, then slide 8.",
        "1. **Slide tile 4 to the left**\n2. **Slide tile 5 up**\n3. **Slide tile 8 to the left**",
        "Move the blank right, down, right",
        "empty: right down right",
        "Slide left into the empty space, then up, left",
        "left to the blank, up to the blank, left to the blank",
        "<think>up up 17 what?</think>4 5 8",
        "First I look at tile 4.\n<answer>4 5 8</answer>",
        "<answer>wrong</answer> No: <answer>4 5 8</answer> Done.",
        "The 5 must go up. Final answer: 4 5 8",
        "The answer is 4 5 8.",
        "So it takes three moves.\n**Answer:** 4 5 8",
        r"Therefore \boxed{4\ 5\ 8}",
        r"\boxed{\text{left}, \text{up}, \text{left}}",
        r"$\boxed{4 \to 5 \rightarrow 8}$",
        r"$\leftarrow\uparrow\leftarrow$",
        "So I get:\n```\n4 5 8\n```\nwhich is right.",
        "```text\n4 5 8\n```",
        ["left", "up", "left"],
        [4, 5, 8],
        ((4, "left"), (5, "up"), (8, "left")),
        "Answer: 4 5 8\nTotal moves: 3",
        "Answer: 4 5 8\nNumber of moves = 3",
        "Answer:\n4 left\n5 up\n8 left\n\nMoves: 3",
        "<answer>4 5 8 (moves: 3)</answer>",
        "<ANSWER>4 5 8</ANSWER>",
        "The answer is 4 5 8. This solution is optimal.",
        "\ufeff4 5 8</s>",
        "4 5 8<|im_end|>",
        "4L 5U 8L",
        "4. 5. 8.",
        "4) 5) 8)",
        "1. 4, 2. 5, 3. 8",
        "1) 4 2) 5 3) 8",
        "Step 1: 4, Step 2: 5, Step 3: 8",
        "Step 1: Move tile 4 left. Step 2: Move tile 5 up. Step 3: Move tile 8 left.",
        "1. left, 2. up, 3. left",
        "4 5 8 (3 moves)",
        '{"solution": [4, 5, 8], "solvable": true}',
        '{"solvable": true, "solution": [4, 5, 8]}',
    ],
)
def test_optimal_answers_in_many_forms(answer: Any) -> None:
    assert TASK.grade(answer) == (1.0, "rdr", 0, None)


def nested(depth: int) -> Any:
    answer: Any = "4"
    for _ in range(depth):
        answer = [answer]
    return answer


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "found none"),
        ("   \n", "found none"),
        ("[]", "found none"),
        (None, "found None"),
        ("null", "found `n`"),
        (4, "found 4"),
        (b"4 5 8", "found b'4 5 8'"),
        ({"4", "5", "8"}, "found {"),
        ({"moves": [4, 5, 8]}, "found {"),
        ("The puzzle cannot be solved.", "it can be solved, in 3 moves"),
        ("unsolvable", "it can be solved, in 3 moves"),
        ("I would slide 4, 5 and 8", "found `I`"),
        ("5 4 8", "move 1, .*tile 5 is not beside the blank"),
        ("4 5 9", "move 3"),
        ("4 5 0", "move 3"),
        ("4 5 -8 q", "found `q`"),
        ("4.5 8", "found `4.5`"),
        ("٤ ٥ ٨", "found `٤`"),
        ("right down right", "all moves would be legal in the notation `blank`"),
        ("4 left, 5 down, 8 left", "tile 5 slides up, not `5 down`"),
        ("4 right, 5 down, 8 right", "tile 4 slides left, not `4 right`"),
        ("1. Move tile 4 right\n2. Move tile 5 down", "tile 4 slides left, not `4 right`"),
        ("4R 5D 8R", "tile 4 slides left, not `4R`"),
        ("4 left 5 8", "a direction beside some of these tiles"),
        ("4 5 left up", "a direction beside some of these tiles"),
        ("left up left?", r"found `\?`"),
        ("north east north", "found `n`"),
        ("left up left " * 40_000, "move 4, .*`left` moves no tile"),
        ("L9999" * 20, "move 3, .*`L` moves no tile"),
        ("L99999", "move 3, .*moves no tile"),
        ("4 " * 600_000, "at most 1,000,000 characters"),
        ("9" * 5000, "move 1"),
        ("move the tile", "expected moves, found `move the til`"),
        ("Answer: 4 5 8. The solution is unknown", "found `n`"),
        ("u9999" * 20_000, "moves no tile"),
        (b"4" * 10**7, "found b'444"),
        (nested(100_000), "lists in lists"),
    ],
)
def test_what_is_refused(answer: Any, reason: str) -> None:
    grade = TASK.grade(answer)
    assert (grade.score, grade.moves, grade.excess) == (0.0, None, None)
    assert grade.reason is not None
    with pytest.raises(ValueError, match=reason):
        raise ValueError(grade.reason)
    assert len(grade.reason) < 300


def test_arrows_to_the_right_are_moves_beside_words_that_are_none() -> None:
    task = Tasks(boards=["1 2 3 4 5 6 x 7 8"], notation="blank")[0]
    for answer in ("→ →", "Blank: → →", "Moves → →", "right → right"):
        assert task.grade(answer).moves == "rr", answer
    # Not as many moves as there are: it may be one.
    assert TASK.score("Answer: 4 5 8\nMoves: 4") == 0.0
    # Tiles that begin as numbers of lines do.
    assert Tasks(boards=["x 1 2 4 5 3 7 8 6"])[0].score("1. 2. 3. 6") == 1.0
    assert Tasks(boards=["1 2 3 4 5 6 7 x 8"])[0].score("1. 8") == 1.0


def test_changed_answers_are_worth_what_they_mean() -> None:
    """Answers in many forms, with up to three changes whose meaning is known."""
    goal: tuple[int, ...] = (*range(1, 9), 0)
    rng, oracle = random.Random(1), tilebase.Oracle()
    forms = ["{0}", "tile {0}", "{0} {1}", "{0}{1}", "Move tile {0} {1}", "slide the {0} to the {1}"]
    steps = ["{}. ", "{}) ", "({}) ", "Step {}: ", "Step {} ", "**{}.** "]
    arounds = ["{}", "Answer: {}", "<answer>{}</answer>", "The 5?\nFinal answer: {}", "```\n{}\n```"]
    arounds += ["\\boxed{{{}}}", '{{"moves": [{}], "solvable": true}}', "<think>8 8</think>{}"]
    for case in range(int(os.environ.get("TILEBASE_CASES", "400"))):
        board = goal
        walk: list[tuple[int, ...]] = [board]
        for _ in range(rng.randrange(1, 10)):
            board = rng.choice(list(neighbours(board, 3)))[1]
            walk.append(board)
        tiles = [str(after[before.index(0)]) for before, after in zip(walk, walk[1:])][::-1]
        changes = rng.randrange(4)
        for _ in range(changes):
            at, how = rng.randrange(len(tiles)), rng.randrange(4)
            if how == 0 and len(tiles) > 1:
                del tiles[at]
            elif how == 1:
                tiles[at] = str(rng.randrange(1, 9))
            elif how == 2:
                tiles.insert(at, tiles[at])
        items, after, directions, is_legal = [], board, [], True
        for tile in tiles:
            found = [(way, next_) for way, next_ in neighbours(after, 3) if next_[after.index(0)] == int(tile)]
            is_legal = is_legal and bool(found)
            way = {"d": "up", "u": "down", "l": "right", "r": "left"}[found[0][0]] if found else "up"
            after = found[0][1] if found else after
            directions.append(way)
        form = rng.choice(forms) if is_legal else "{0}"
        items = [form.format(tile, way) for tile, way in zip(tiles, directions)]
        if rng.randrange(2):
            sign = rng.choice(steps)
            items = [sign.format(number) + item for number, item in enumerate(items, 1)]
        around = rng.choice(arounds)
        text = around.format(rng.choice([", ", "\n"]).join(items))
        distance = oracle.distance(board)
        task = Task("", " ".join(map(str, board)), " ".join(map(str, goal)), distance, "")
        grade = task.grade(text)
        assert distance is not None
        if not is_legal:
            expected = 0.0
        elif after != goal:
            expected = PARTIAL
        else:
            expected = 1.0 if len(tiles) == distance else max(distance / len(tiles), PARTIAL)
        assert grade.score == expected, (case, board, text, grade)


@pytest.mark.parametrize(
    "board", ["1 2 3\n4 x 6\n7 5 8", "1 2 3 4 x 6 7 5 8", "1 2 3/4 0 6/7 5 8", "1234X6758"]
)
def test_boards_in_other_forms(board: str) -> None:
    assert read("5 8", board) == "dr"
    assert read("U L", board) == "dr"
    with pytest.raises(ValueError, match="notation: expected tiles, tile, blank, found 'words'"):
        read("5 8", board, "words")  # type: ignore[arg-type]


def test_scores() -> None:
    assert TASK.score("4 5 8") == 1.0
    assert TASK.grade("7 7 4 5 8") == (3 / 5, "durdr", 2, None)
    assert TASK.score("4 4 " * 10 + "4 5 8") == 3 / 23
    # A solution is never worth less than a way that does not arrive.
    assert TASK.score("4 4 " * 1000 + "4 5 8") == PARTIAL
    grade = TASK.grade("4 5")
    assert grade.score == PARTIAL and "lead to 1 2 3 / 4 5 6 / 7 x 8" in str(grade.reason)
    # Past the goal is not at the goal.
    assert TASK.score("4 5 8 8") == PARTIAL


@pytest.mark.parametrize("notation", ["tile", "tiles", "blank"])
def test_whose_directions(notation: Notation) -> None:
    [task] = Tasks(boards=["1 2 3 x 4 6 7 5 8"], notation=notation)
    assert task.score(task.answer) == task.score("4 5 8") == 1.0
    of_blank = notation == "blank"
    assert task.score("right down right") == (1.0 if of_blank else 0.0)
    assert task.score("left up left") == (0.0 if of_blank else 1.0)
    assert task.score("4 right, 5 down, 8 right") == (1.0 if of_blank else 0.0)
    assert task.score("4 left, 5 up, 8 left") == 1.0
    # What the answer says counts.
    assert task.score("blank right, blank down, blank right") == 1.0
    assert task.score("tile left, tile up, tile left") == 1.0
    assert read("lul", task.board, "tile") == "rdr" == read("rdr", task.board, "blank")


def test_entries_are_json() -> None:
    for task in itertools.islice(Tasks(rows=2, cols=4, notation="blank"), 20):
        entry = json.loads(json.dumps(task.entry()))
        assert Task.of_entry(entry) == task
        assert score(entry["answer"], entry) == 1.0 == Tasks().score_answer(entry["answer"], entry)
        assert score("nothing", entry) == 0.0


def test_a_curriculum() -> None:
    curriculum, is_harder = Curriculum(seed=1), True
    assert not curriculum.easier()
    for first, last in curriculum.levels:
        tasks = itertools.islice(curriculum.tasks(), 50)
        assert {task.distance for task in tasks} <= set(range(first, last + 1))
        is_harder = curriculum.harder()
    assert not is_harder and curriculum.easier() and curriculum.level == len(curriculum.levels) - 2
    with pytest.raises(ValueError, match="level: expected 0 to 7, found 8"):
        Curriculum(level=8)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"min_distance": 32, "max_distance": 40}, "no board of 3x3 is so far .* at most 31"),
        ({"min_distance": 3, "max_distance": 2}, "min_distance <= max_distance, found 3 and 2"),
        ({"notation": "words"}, "notation: expected"),
        ({"count": -1}, "count: expected an int from 0"),
        ({"question": '{board} {"moves": []}'}, "question: expected rows, .*, others doubled"),
        ({"question": "{board} {size}"}, "question: .* found 'size'"),
        ({"rows": 0}, "shape 0x3"),
        ({"goal": "1 2 3"}, "3 cells"),
        ({"rows": 4, "cols": 4, "min_distance": 90, "max_distance": 99}, "no 4x4 board"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tasks(**settings)


@pytest.mark.parametrize(
    "part",
    [
        "<answer>",
        "</answer>",
        r"\boxed{",
        "```",
        "answer: ",
        "this answer: the best ",
        "moves: 5 ",
        "<|",
        "this ",
        " ",
        "*",
        "_",
        "{",
        "1. ",
        "u9999",
        "\\",
    ],
)
def test_hostile_answers_are_scored(part: str) -> None:
    # What took a time that grows with the square of the length would not end.
    assert TASK.score(part * (1_000_000 // len(part))) in (0.0, PARTIAL)


@pytest.mark.parametrize("package", ["reasoning_gym", "textarena", "rlve"])
def test_adapters(package: str) -> None:
    """Skipped unless the package is installed. RLVE also needs PyTorch."""
    pytest.importorskip("Gym.environment" if package == "rlve" else package)
    runpy.run_path(str(EXAMPLES / f"tasks_{package}.py"), run_name="__main__")
