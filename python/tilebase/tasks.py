"""Tasks for language models and agents, at exact distances, and a grader of their answers.

>>> from tilebase.tasks import Tasks
>>> tasks = Tasks(rows=3, cols=3, min_distance=5, max_distance=5, seed=1)
>>> task = tasks[0]
>>> task.board, task.distance, task.answer
('1 5 2 / 4 3 x / 7 8 6', 5, '3 5 2 3 6')
>>> task.score("3 5 2 3 6"), task.score("[right, down, left, up, up]"), task.score("6 6 3 5 2 3 6")
(1.0, 1.0, 0.7142857142857143)
>>> task.grade("3, then 6").reason
'move 2, column 9: tile 6 is not beside the blank, which is in row 2, column 2'

`Tasks` is a sequence of tasks: each has a question in plain words, a board that can be solved, its
distance from the goal, and one optimal answer. The same seed gives the same tasks, whatever is asked
for first. Without `count`, the tasks never end.

`score` is 1.0 for an optimal answer, and distance / length for a longer one. A legal way that does
not reach the goal gets `PARTIAL`, everything else 0.0. `grade` says why.
"""

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

import tilebase
from tilebase._native import _along, _claims, _read, _spoken

__all__ = [
    "LEVELS",
    "PARTIAL",
    "QUESTION",
    "UNSOLVABLE",
    "Config",
    "Curriculum",
    "Grade",
    "Notation",
    "Task",
    "Tasks",
    "read",
    "score",
]

Notation: TypeAlias = Literal["blank", "tile", "tiles"]
"""How the answer is to be written: where the blank goes, where the tile goes, or which tile."""

PARTIAL = 0.01
"""The score of a legal way that does not reach the goal. No solution gets less."""

QUESTION = """\
This is a sliding puzzle with {rows} rows and {cols} columns. "_" is the empty cell. In a move, a tile \
that is above, below, left or right of the empty cell slides into it.

{board}

Find a shortest sequence of moves that leads to this board:

{goal}

{form}"""
"""The question. It is formatted with `rows`, `cols`, `board`, `goal` and `form`, and `distance`."""

FORMS: dict[str, str] = {
    "tiles": "Answer only with the numbers of the tiles in the order in which they slide, separated "
    "by spaces, such as: 5 8 6",
    "tile": "Answer only with the directions in which the tiles slide, separated by spaces, such as: "
    "up left down",
    "blank": "Answer only with the directions in which the empty cell moves, separated by spaces, "
    "such as: up left down",
}
"""For each notation, the sentence of the question that says how to answer."""

LEVELS = ((1, 4), (5, 8), (9, 12), (13, 16), (17, 20), (21, 24), (25, 28), (29, 31))
"""The distances of a `Curriculum`, from easy to hard."""

UNSOLVABLE = " If no moves lead there, answer only: unsolvable"
"""What follows that sentence in tasks of which some cannot be solved."""

# The tasks of larger shapes are drawn so many at a time.
_BLOCK = 64

# So many characters are read of an answer.
_MOST_READ = 1_000_000

_WORDS = {"u": "up", "d": "down", "l": "left", "r": "right"}
# What may be said of a solution behind it.
_PRAISE = r"\W*(?:the )?(?:optimal|minimal|shortest|best|correct|valid|unique)\b[^:=]{0,60}"
# What an answer stands behind, and the number of its moves.
_NAMES = r"\b(?:(?:this|total|number of) ){0,2}(answer|solution|moves|sequence)\b\W*(?:(?:is|are)\b|[:=])"
_NUMBER = r"[\W_]*(\d{1,6})[\W_]*"
# Directions, and the blank, of which they may be spoken of.
_DIRECTION = re.compile(r"(?<![a-z])(?:up|down|left|right|[udlr])(?![a-z])|[↑↓←→⬆⬇⬅➡]")
_OF_BLANK = re.compile(r"\b(?:the )?(?:blank|empty)\b:?")
_OPPOSITE = dict(zip("udlr↑↓←→⬆⬇⬅➡", "durl↓↑→←⬇⬆➡⬅"))
_OPPOSITE |= {"up": "down", "down": "up", "left": "right", "right": "left"}


class Grade(NamedTuple):
    """What an answer is worth, and why."""

    score: float
    """From 0.0 to 1.0."""
    moves: str | None
    """The moves of the answer, as the blank goes: "dlu"; None if it is refused."""
    excess: int | None
    """The number of moves more than the least, if the answer reaches the goal."""
    reason: str | None
    """What is wrong: why the answer is refused, or where it ends; None if it is right."""


@dataclass(frozen=True)
class Config:
    """Which tasks there are.

    rows, cols: the shape of the boards.
    min_distance, max_distance: the distances, all of which are equally frequent; those that no
        board has are left out.
    goal: the board to reach [the tiles in order, the blank in the last cell].
    seed: any int.
    count: the number of tasks; None for tasks without end.
    notation: how the answer is to be written: "tiles", "tile" or "blank".
    question: the question, with the fields of `QUESTION`.
    """

    rows: int = 3
    cols: int = 3
    min_distance: int = 1
    max_distance: int = 20
    goal: str | None = None
    seed: int = 0
    count: int | None = None
    notation: Notation = "tiles"
    question: str = QUESTION

    def validate(self) -> None:
        """Raise ValueError if there are no such tasks."""
        if self.notation not in FORMS:
            names = '"tiles", "tile" or "blank"'
            raise ValueError(f"notation: expected {names}, found {self.notation!r}")
        if not 0 <= self.min_distance <= self.max_distance:
            expected = "expected 0 <= min_distance <= max_distance"
            raise ValueError(f"{expected}, found {self.min_distance} and {self.max_distance}")
        if self.count is not None and self.count < 0:
            raise ValueError(f"count: expected an int from 0 or None, found {self.count}")
        try:
            self.question.format(rows=0, cols=0, board="", goal="", form="", distance=0)
        except (LookupError, ValueError) as why:
            expected = "expected rows, cols, board, goal, form and distance in braces, others doubled"
            raise ValueError(f"question: {expected}; found {why}") from None


@dataclass(frozen=True)
class Task:
    """A question, with all that is needed to score answers to it."""

    question: str
    board: str
    """The board, as text with its rows."""
    goal: str
    """The board to reach."""
    distance: int | None
    """The least number of moves; None if the board cannot reach the goal."""
    answer: str
    """An optimal answer, in the notation that the question asks for; or "unsolvable"."""
    notation: Notation = "tiles"
    """The notation that the question asks for."""

    def grade(self, answer: object) -> Grade:
        """What an answer is worth, and why."""
        try:
            if _says_unsolvable(_given(_text_of(answer))):
                is_right = self.distance is None
                reason = None if is_right else f"it can be solved, in {self.distance} moves"
                return Grade(float(is_right), None, None, reason)
            moves = read(answer, self.board, self.notation)
        except ValueError as why:
            return Grade(0.0, None, None, str(why))
        if self.distance is None:
            return Grade(0.0, moves, None, "this board cannot reach the goal")
        if not moves and self.distance > 0:
            return Grade(0.0, None, None, "expected moves, found none")
        end = tilebase.apply(self.board, moves)
        if end != tilebase.apply(self.goal, ""):
            return Grade(PARTIAL, moves, None, f"the moves are legal and lead to {end}")
        length = len(moves)
        found = 1.0 if length == self.distance else max(self.distance / length, PARTIAL)
        return Grade(found, moves, length - self.distance, None)

    def score(self, answer: object) -> float:
        """1.0 for an optimal answer, distance / length for a longer one, `PARTIAL` for a legal way
        that does not reach the goal, and 0.0 for everything else. For a board that cannot reach the
        goal, 1.0 if the answer says so: "unsolvable", "no solution" and the like. None is no answer.
        """
        return self.grade(answer).score

    def entry(self) -> dict[str, Any]:
        """The task as a dict that can be written as JSON: question, answer and metadata."""
        metadata: dict[str, Any] = {"board": self.board, "goal": self.goal, "distance": self.distance}
        metadata |= {"notation": self.notation, "difficulty": {"distance": self.distance}}
        return {"question": self.question, "answer": self.answer, "metadata": metadata}

    @classmethod
    def of_entry(cls, entry: dict[str, Any]) -> "Task":
        """The task of an `entry`."""
        named = {name: entry["metadata"][name] for name in ("board", "goal", "distance", "notation")}
        return cls(question=entry["question"], answer=entry["answer"], **named)


def score(answer: object, entry: dict[str, Any]) -> float:
    """The score of an answer to the task of an `entry`."""
    return Task.of_entry(entry).score(answer)


class Tasks(Sequence[Task]):
    """A sequence of tasks that a seed repeats.

    config: a `Config`; or its fields by name.
    boards: instead of drawing boards, these, in any form; then `count`, `seed` and the distances are
        not used. Some may be unsolvable; then each question says how to answer that.
    blank: the number that stands for the blank in boards and goals of numbers [0].
    data: the folder of generated tables, as for `tilebase.Oracle`.

    Tasks that are drawn need NumPy.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        boards: Iterable[Any] | None = None,
        blank: int | None = None,
        data: str | None = None,
        **settings: Any,
    ) -> None:
        self.config = replace(config or Config(), **settings)
        self.config.validate()
        size = f"{self.config.rows}x{self.config.cols}"
        self._oracle = tilebase.Oracle(self.config.goal, size=size, data=data, blank=blank)
        self._goal = _cells(self._oracle.goal, size)
        self._data = data
        self._boards: list[list[int]] | None = None
        self._form = FORMS[self.config.notation]
        if boards is not None:
            self._boards = [_cells(board, size, blank) for board in boards]
            if any(self._oracle.explain(board, blank=0) for board in self._boards):
                self._form += UNSOLVABLE
            self.config = replace(self.config, count=len(self._boards))
        else:
            # An error about the distances comes now.
            self._drawn(0)

    def __len__(self) -> int:
        if self.config.count is None:
            raise TypeError("tasks without end have no length; name a count")
        return self.config.count

    def __iter__(self) -> Iterator[Task]:
        number = 0
        while self.config.count is None or number < self.config.count:
            yield self[number]
            number += 1

    @overload
    def __getitem__(self, number: SupportsIndex) -> Task: ...
    @overload
    def __getitem__(self, number: slice) -> list[Task]: ...
    def __getitem__(self, number: SupportsIndex | slice) -> Task | list[Task]:
        if isinstance(number, slice):
            stop = number.stop
            if self.config.count is None and (stop is None or stop < 0):
                raise IndexError("tasks without end: expected a slice that ends")
            last = stop if self.config.count is None else self.config.count
            return [self[at] for at in range(*number.indices(last))]
        number = operator.index(number)
        if self.config.count is not None:
            if not -self.config.count <= number < self.config.count:
                raise IndexError(f"tasks[{number}]: expected a number below {self.config.count}")
            number %= self.config.count
        if number < 0:
            raise IndexError(f"tasks[{number}]: expected a number from 0")
        return self._task(self._drawn(number))

    def score_answer(self, answer: object, entry: dict[str, Any]) -> float:
        """The score of an answer to the task of an `entry`."""
        return score(answer, entry)

    def _task(self, cells: list[int]) -> Task:
        notation, cols = self.config.notation, self.config.cols
        moves = self._oracle.solution(cells, blank=0)
        answer = "unsolvable"
        if moves is not None and notation == "tiles":
            answer = self._oracle.solution(cells, notation="tiles", blank=0) or ""
        elif moves is not None:
            letters = moves
            if notation == "tile":
                letters = letters.translate(str.maketrans("udlr", "durl"))
            answer = " ".join(_WORDS[letter] for letter in letters)
        distance = None if moves is None else len(moves)
        fields: dict[str, object] = {
            "rows": self.config.rows,
            "cols": cols,
            "board": _grid(cells, cols),
            "goal": _grid(self._goal, cols),
            "form": self._form,
            "distance": distance,
        }
        return Task(
            question=self.config.question.format(**fields),
            board=_text(cells, cols),
            goal=_text(self._goal, cols),
            distance=distance,
            answer=answer,
            notation=notation,
        )

    def _drawn(self, number: int) -> list[int]:
        """The board of a task."""
        if self._boards is not None:
            return self._boards[number]
        if self.config.rows * self.config.cols <= 9:
            listed = _listed(self._oracle.goal, self._oracle.size)
            last = min(self.config.max_distance, len(listed) - 1)
            if self.config.min_distance > last:
                found = f"no board of {self._oracle.size} is so far from the goal; at most {last}"
                raise ValueError(f"min_distance: {self.config.min_distance}: {found}")
            distances = listed[self.config.min_distance : last + 1]
            # Some small shapes have no board at some distances.
            boards = distances[self._random(number, "distance") % len(distances)]
            drawn: list[int] = boards[self._random(number, "board") % len(boards)].tolist()
            return drawn
        counts = self._oracle.counts
        last = min(self.config.max_distance, len(counts) - 1) if counts else self.config.max_distance
        block = _block(
            self._oracle.goal,
            self._oracle.size,
            self._data,
            (self.config.min_distance, max(last, self.config.min_distance)),
            self._random(number // _BLOCK, "block") >> 1,
        )
        in_block: list[int] = block[number % _BLOCK].tolist()
        return in_block

    def _random(self, number: int, what: str) -> int:
        """A number of 64 bits that follows from the seed."""
        text = f"{self.config.seed} {number} {what}"
        return int.from_bytes(sha256(text.encode()).digest()[:8], "little")


@lru_cache(maxsize=4)
def _listed(goal: str, size: str) -> list[Any]:
    """The boards at distance 0, 1, 2, ..."""
    oracle = tilebase.Oracle(goal, size=size)
    boards = tilebase.all_boards(size, goal=goal)
    distances = oracle.distances(boards)
    return [boards[distances == distance] for distance in range(int(distances.max()) + 1)]


@lru_cache(maxsize=64)
def _block(
    goal: str, size: str, data: str | None, distances: tuple[int, int], seed: int
) -> Any:
    """Boards of a larger shape: first a distance is drawn, each equally likely."""
    return tilebase.sample(
        _BLOCK, size, goal=goal, data=data, distance=distances, along_solutions=True, seed=seed
    )


class Curriculum:
    """Tasks that become harder, a level at a time.

    >>> curriculum = Curriculum(rows=3, cols=3, seed=1)
    >>> curriculum.tasks()[0].distance in range(1, 5)
    True
    >>> curriculum.harder(), curriculum.level, curriculum.tasks()[0].distance in range(5, 9)
    (True, 1, True)

    level: where to begin, counted from 0.
    levels: the first and the last distance of each level.
    config, settings: as for `Tasks`.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        level: int = 0,
        levels: Sequence[tuple[int, int]] = LEVELS,
        **settings: Any,
    ) -> None:
        if not 0 <= level < len(levels):
            raise ValueError(f"level: expected 0 to {len(levels) - 1}, found {level}")
        self.level, self.levels = level, tuple(levels)
        self.config = replace(config or Config(), **settings)

    def tasks(self) -> Tasks:
        """The tasks of this level."""
        first, last = self.levels[self.level]
        return Tasks(replace(self.config, min_distance=first, max_distance=last))

    def harder(self) -> bool:
        """Go to the next level; False if this is the last."""
        return self._go(1)

    def easier(self) -> bool:
        """Go to the level before; False if this is the first."""
        return self._go(-1)

    def _go(self, by: int) -> bool:
        if not 0 <= self.level + by < len(self.levels):
            return False
        self.level += by
        return True


def read(answer: object, board: str, notation: Notation = "tiles") -> str:
    """The moves of an answer, as the blank goes: "dlu". All of them are legal.

    answer: tile numbers ("5 8 6"), words ("up, left"), letters ("ULDR", "U2L") or arrows, in every
        form that the command reads: in lines, lists or JSON, with or without numbers of steps, also
        with the tile beside the direction ("5 up", "5U"); or a list of such. Of a text with
        reasoning, the part in `<answer>`, `\\boxed` or behind "answer:".
    board: in any form of text that shows its rows, unless it is a square.
    notation: whose directions they are. Those of tiles, unless it is "blank" or the answer speaks of
        the blank.

    Raises ValueError with what was found instead.
    """
    if notation not in FORMS:
        raise ValueError(f"notation: expected {', '.join(FORMS)}, found {notation!r}")
    text = _final(_given(_text_of(answer)))
    spoken = _spoken(text, notation)
    try:
        return _read(board, text, spoken)
    except ValueError:
        if spoken != "tiles":
            raise
        attempts = []
        # The directions beside tiles may be those of the blank, where it is asked or spoken of.
        plain = text.lower()
        if notation == "blank" or _OF_BLANK.search(plain):
            turned = _DIRECTION.sub(lambda found: _OPPOSITE[found[0]], _OF_BLANK.sub(" ", plain))
            attempts.append((turned, "tiles"))
        # In a question for tiles, a number is no count.
        if notation != "tiles":
            attempts.append((text, notation))
        for other, named in attempts:
            try:
                return _read(board, other, named)
            except ValueError:
                pass
        raise


def _text_of(answer: object) -> str:
    """An answer as text."""
    try:
        if isinstance(answer, list | tuple):
            answer = " ".join(map(str, answer))
        if not isinstance(answer, str):
            raise ValueError(f"expected moves, found {repr(answer)[:60]}")
    except RecursionError:
        raise ValueError("expected moves, found lists in lists without end") from None
    if len(answer) > _MOST_READ:
        raise ValueError(f"expected at most {_MOST_READ:,} characters, found {len(answer):,}")
    return answer


def _given(text: str) -> str:
    """The part of a text that is given as the answer."""
    text = text.rpartition("</think>")[2].lstrip("\ufeff")
    # Marks with which models end a text.
    text = re.sub(r"(?:</s>|<\|[a-z_]{1,20}\|>)\s*$", "", text)
    text = re.split("<answer>", text, flags=re.IGNORECASE)[-1]
    text = re.split("</answer>", text, maxsplit=1, flags=re.IGNORECASE)[0]
    return _in_braces(text.rpartition("\\boxed{")[2]) if "\\boxed{" in text else text


def _final(text: str) -> str:
    """The part of a given answer that has the moves."""
    # What is said before "answer:" or a block of code is reasoning.
    *before, text = re.split(_NAMES, text, flags=re.IGNORECASE)
    # Behind it the moves may be praised, or counted.
    if before and re.fullmatch(_PRAISE, text, re.IGNORECASE):
        text = before[-2]
    elif before and before[-1].lower() == "moves" and (number := re.fullmatch(_NUMBER, text)):
        text = f"{before[-2]}\nmoves: {number[1]}"
    blocks = text.split("```")
    return re.sub(r"^[a-z]*\n", "", blocks[-2]) if len(blocks) > 2 else text


def _says_unsolvable(text: str) -> bool:
    """Whether an answer says that there is no solution: at its end, or in a field of an object."""
    objects = re.findall(r"\{[^{}]{0,1000}\}", text)
    return _claims(_final(text)) or bool(objects) and _claims(objects[-1])


def _in_braces(text: str) -> str:
    """What stands before the brace that closes one before the text."""
    depth = 1
    for at, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return text[:at]
    return text


def _cells(board: Any, size: str, blank: int | None = None) -> list[int]:
    """A board in any form as numbers, with 0 for the blank."""
    [(_, rows, _, _)], _ = _along(board, "", size=size, blank=blank)
    return [cell for row in rows for cell in row]


def _text(cells: list[int], cols: int) -> str:
    names = [str(cell or "x") for cell in cells]
    return " / ".join(" ".join(names[at : at + cols]) for at in range(0, len(names), cols))


def _grid(cells: list[int], cols: int) -> str:
    """A board as a question shows it."""
    width = len(str(len(cells) - 1))
    names = [f"{cell or '_':>{width}}" for cell in cells]
    return "\n".join(" ".join(names[at : at + cols]) for at in range(0, len(names), cols))
