"""DeepXube's n-puzzle with true distances as labels, for its supervised training.

    pip install deepxube tilebase
    python labels_deepxube.py

DeepXube labels a board with the length of the random walk that led to it, which is seldom the
distance. This domain keeps its boards and replaces the labels. `python/tests/test_labels.py` runs
it where DeepXube is installed; it was run with 0.3.2.
"""

import numpy
from deepxube.base.domain import NodesSupervisable
from deepxube.domains.npuzzle import NPAction, NPGoal, NPState, NPuzzle

import tilebase


class LabelledNPuzzle(NPuzzle, NodesSupervisable[NPState, NPAction, NPGoal]):
    """NPuzzle of up to 4x4, whose labels are the least numbers of moves."""

    def samp_nodes_and_labels(self, steps_gen):
        states, goals = self.sample_problem_instances(steps_gen)
        oracle = tilebase.Oracle(size=(self.dim, self.dim))
        distances = oracle.distances(numpy.stack([state.tiles for state in states]))
        return states, goals, distances.astype(float).tolist()


if __name__ == "__main__":
    steps = [0, 1, 10, 100, 1000]
    states, goals, labels = LabelledNPuzzle(3).samp_nodes_and_labels(steps)
    for state, walked, label in zip(states, steps, labels):
        print(state.tiles, f"{walked} random steps, {label:.0f} moves from the goal")
        assert label == tilebase.Oracle().distance(state.tiles) <= walked
