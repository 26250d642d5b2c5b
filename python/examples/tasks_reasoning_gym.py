"""Sliding puzzles as a data set of reasoning-gym, every one of which can be solved.

    pip install reasoning-gym
    python tasks_reasoning_gym.py
"""

# pyright: reportMissingImports=false

from dataclasses import dataclass
from typing import Any

import reasoning_gym
from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from tilebase import tasks


@dataclass
class SlidingTilesConfig:
    """The settings of reasoning-gym: `size` is the number of tasks."""

    rows: int = 3
    cols: int = 3
    min_distance: int = 1
    max_distance: int = 20
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the settings."""
        assert self.size > 0, "size must be positive"
        tasks.Config(min_distance=self.min_distance, max_distance=self.max_distance).validate()


class SlidingTilesDataset(ProceduralDataset):
    """Boards at exact distances, each distance as often as any other."""

    def __init__(self, config: SlidingTilesConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self.tasks = tasks.Tasks(
            rows=config.rows,
            cols=config.cols,
            min_distance=config.min_distance,
            max_distance=config.max_distance,
            seed=self.seed,
            count=config.size,
        )

    def __getitem__(self, idx: int) -> dict[str, Any]:
        entry: dict[str, Any] = self.tasks[idx].entry()
        entry["metadata"] |= {"source_dataset": "sliding_tiles", "source_index": idx}
        return entry

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1.0 for an optimal answer, distance / length for a longer one."""
        return tasks.score(answer, entry)


class SlidingTilesCurriculum(BaseCurriculum):
    """Farther and farther from the goal."""

    def __init__(self) -> None:
        super().__init__(SlidingTilesCurriculum.__name__, SlidingTilesConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="distance",
                levels=[1, 4, 8, 12, 16, 20, 24, 28, 31],
                default_level=1,
                description="The least number of moves",
                lower_field_name="min_distance",
                upper_field_name="max_distance",
            )
        )


register_dataset("sliding_tiles", SlidingTilesDataset, SlidingTilesConfig, SlidingTilesCurriculum)

if __name__ == "__main__":
    dataset = reasoning_gym.create_dataset("sliding_tiles", size=50, seed=42)
    for entry in dataset:
        assert dataset.score_answer(entry["answer"], entry) == 1.0
        assert dataset.score_answer("I do not know", entry) == 0.0
    print(dataset[0]["question"])
    print("answer:", dataset[0]["answer"])
    curriculum = reasoning_gym.factory.create_curriculum("sliding_tiles")
    curriculum.set_attr_level("distance", 3)
    print(curriculum.generate_configuration({"seed": 1}))
