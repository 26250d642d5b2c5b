"""The sliding puzzle as an environment of RLVE, with a problem, a parser and a verifier.

    pip install rlve-gym torch
    python tasks_rlve.py

RLVE asks for a reward from -1 to 1 and adapts the parameters to the model. Here the parameter is
the exact distance, so that each step of difficulty is one move.
"""

# pyright: reportMissingImports=false

from typing import Any

from Gym.environment import VerifiableEnvironment
from Gym.parameter_controller import ParameterController

from tilebase.tasks import Task, Tasks


class SlidingTilesEnvironment(VerifiableEnvironment):
    """A board at the distance `parameter["distance"]`."""

    def __init__(self, wrong_format: float = -1.0, not_solved: float = -0.5, **rest: Any) -> None:
        super().__init__(**rest)
        self.rewards = {"wrong_format": wrong_format, "not_solved": not_solved}

    def _generate(self) -> None:
        rows, cols = self.parameter.get("rows", 3), self.parameter.get("cols", 3)
        distance = self.parameter["distance"]
        tasks = Tasks(
            rows=rows, cols=cols, min_distance=distance, max_distance=distance, notation="blank"
        )
        # The entry is plain JSON, as the parameters of RLVE are.
        self.parameter["entry"] = tasks[self.seed].entry()
        self.parameter["reference_answer"] = self.parameter["entry"]["answer"]

    def _task(self) -> Task:
        return Task.of_entry(self.parameter["entry"])

    def _prompt_generate(self) -> str:
        return self._task().question

    def _process(self, answer: str | None) -> str | None:
        return answer

    def scorer(self, output: str) -> float:
        """From -1: no moves, no solution, a longer solution, a shortest one."""
        grade = self._task().grade(self.processor(output))
        if grade.moves is None:
            return self.rewards["wrong_format"]
        return self.rewards["not_solved"] if grade.excess is None else grade.score


class Distances(ParameterController):
    """One move more at each step."""

    def __init__(self) -> None:
        super().__init__()
        self.distance = 1

    def update(self) -> None:
        """Go on to the next distance."""
        self.distance = min(self.distance + 1, 31)

    def get_parameter_list(self) -> list[dict[str, Any]]:
        """The parameters now."""
        return [{"distance": self.distance}]


if __name__ == "__main__":
    environment, controller, answer = SlidingTilesEnvironment(), Distances(), ""
    for seed in range(31):
        assert environment.generator(seed, controller.get_parameter_list()[0])
        copy = SlidingTilesEnvironment()
        copy.set_config(environment.get_config())
        answer = environment.parameter["reference_answer"]
        assert len(answer.split()) == controller.distance
        assert copy.verifier(f"Hm. <answer>{answer}</answer>")["reward"] == 1.0
        assert copy.verifier("<answer>up up up up up up</answer>")["reward"] == -1.0
        assert copy.verifier(answer)["reward"] == -1.0, "the markers are missing"
        controller.update()
    print(environment.prompt_generator())
    print(answer, environment.verifier(f"<answer>{answer}</answer>"))
