"""An oracle of either metric."""

from typing import TYPE_CHECKING, Any, Literal, overload

from tilebase._native import MultiOracle, Oracle

if TYPE_CHECKING:
    from tilebase._native import _Goal


@overload
def oracle(
    goal: "_Goal | None" = None, *, metric: Literal["single"] = "single", **arguments: Any
) -> Oracle: ...
@overload
def oracle(
    goal: "_Goal | None" = None, *, metric: Literal["multi"], **arguments: Any
) -> MultiOracle: ...
def oracle(
    goal: "_Goal | None" = None, *, metric: str = "single", **arguments: Any
) -> Oracle | MultiOracle:
    """The oracle for a goal in a metric: an Oracle, or a MultiOracle for "multi", where one move
    slides any number of tiles of a row or column. The other arguments are those of both classes.
    """
    return Oracle(goal, metric=metric, **arguments)  # type: ignore[call-overload,no-any-return]
