"""The stubs: what editors show is what Python says."""

import ast
import inspect
import tomllib
from pathlib import Path

import tilebase
from tilebase import _native, _results

ROOT = Path(__file__).parents[1]
PROTOCOLS = ("_Arrow", "_Tensor")


def test_docstrings() -> None:
    """Each function, class and method in the stubs has the docstring that `help` shows."""
    tree = ast.parse((ROOT / "tilebase" / "_native.pyi").read_text())
    compared = 0
    for node in ast.walk(tree):
        owner: object = _native
        children = node.body if isinstance(node, ast.Module | ast.ClassDef) else []
        if isinstance(node, ast.ClassDef):
            # Protocols are for type checkers alone.
            if node.name in PROTOCOLS:
                continue
            owner = getattr(_native, node.name)
        overloaded: set[str] = set(PROTOCOLS)
        for child in children:
            if not isinstance(child, ast.FunctionDef | ast.ClassDef):
                continue
            # The first of several overloads has it.
            if child.name.startswith("__") or child.name in overloaded:
                continue
            overloaded.add(child.name)
            expected = inspect.getdoc(inspect.getattr_static(owner, child.name))
            assert ast.get_docstring(child) == expected, child.name
            assert expected, child.name
            compared += 1
    assert compared > 25


def test_dir_shows_what_is_exported() -> None:
    assert sorted(tilebase.__all__) == [*tilebase.__all__]
    modules = ["benchmarks", "gym", "tasks"]
    assert dir(tilebase) == sorted([*tilebase.__all__, *modules])


def test_version() -> None:
    manifest = tomllib.loads((ROOT.parent / "Cargo.toml").read_text())
    assert tilebase.__version__ == manifest["workspace"]["package"]["version"]


def test_all_names_are_exported() -> None:
    here = _results.__name__
    results = [name for name in vars(_results) if getattr(vars(_results)[name], "__module__", "") == here]
    results.remove("resume")
    names = [name for name in _native.__all__ if not name.startswith("_") or name == "__version__"]
    assert sorted(tilebase.__all__) == sorted([*names, *results, "Stopped", "TableError", "Drawing", "Labels", "actions", "audit", "check", "draw", "excess", "label", "random_solution"])
    assert len(results) == 10
    for name in results:
        assert getattr(tilebase, name) is getattr(_results, name)
