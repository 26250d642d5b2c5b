"""The programs of `docs/solvable-boards.md`: what they make can be solved, and all boards alike."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tilebase

PAGE = (Path(__file__).parents[2] / "docs" / "solvable-boards.md").read_text("utf-8")

# What goes around the functions of the page. The arguments are rows, columns, a number and the goal.
# Each prints so many boards.
AROUND = {
    "python": """
{code}
import sys
rows, cols, count, *goal = map(int, sys.argv[1:])
for _ in range(count):
    print(*random_board(goal, cols))
""",
    "javascript": """
{code}
const [rows, cols, count, ...goal] = process.argv.slice(2).map(Number);
for (let i = 0; i < count; i++) console.log(randomBoard(goal, cols).join(" "));
""",
    "java": """
import java.util.*;
import java.util.stream.*;
public class Main {{
{code}
public static void main(String[] text) {{
    List<Integer> all = Arrays.stream(text).map(Integer::valueOf).collect(Collectors.toList());
    List<Integer> goal = all.subList(3, all.size());
    for (int i = 0; i < all.get(2); i++) {{
        List<Integer> board = randomBoard(goal, all.get(1));
        System.out.println(board.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }}
}}
}}
""",
    "c": """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{code}
int main(int count, char **text) {{
    int rows = atoi(text[1]), cols = atoi(text[2]), goal[64], board[64];
    for (int cell = 0; cell < rows * cols; cell++) goal[cell] = atoi(text[4 + cell]);
    for (int i = 0; i < atoi(text[3]); i++) {{
        random_board(board, goal, rows, cols);
        for (int cell = 0; cell < rows * cols; cell++) printf("%d ", board[cell]);
        puts("");
    }}
}}
""",
    "csharp": """
using System; using System.Linq;
class Program {{
{code}
static void Main(string[] text) {{
    int[] all = text.Select(int.Parse).ToArray();
    for (int i = 0; i < all[2]; i++)
        Console.WriteLine(string.Join(" ", RandomBoard(all.Skip(3).ToArray(), all[1])));
}}
}}
""",
}
PROJECT = """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>"""


def built(language: str, folder: Path) -> list[str]:
    """The command that runs a language's program."""
    code = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(code) == 1 and 15 <= code[0].count("\n") <= 25
    text = AROUND[language].format(code=code[0])
    names = {"python": "main.py", "javascript": "main.js", "java": "Main.java", "c": "main.c"}
    source = folder / names.get(language, "Program.cs")
    source.write_text(text)
    needed = {"javascript": "node", "java": "javac", "c": "cc", "csharp": "dotnet"}
    if language in needed and shutil.which(needed[language]) is None:
        pytest.skip(f"{needed[language]} is not installed")
    if language == "python":
        return [sys.executable, str(source)]
    if language == "javascript":
        return ["node", str(source)]
    if language == "java":
        subprocess.run(["javac", "-d", folder, source], check=True)
        return ["java", "-cp", str(folder), "Main"]
    if language == "c":
        flags = ["-std=c11", "-Wall", "-Werror", "-O1"]
        subprocess.run(["cc", *flags, "-o", folder / "main", source], check=True)
        return [str(folder / "main")]
    (folder / "program.csproj").write_text(PROJECT)
    subprocess.run(["dotnet", "build", "-o", folder / "out"], cwd=folder, check=True)
    return [str(folder / "out" / "program")]


@pytest.mark.parametrize("language", list(AROUND))
def test_boards_can_be_solved(language: str, tmp_path: Path) -> None:
    command = built(language, tmp_path)
    for size, goal in (
        ("2x2", [1, 2, 3, 0]),
        ("3x3", [1, 2, 3, 8, 0, 4, 7, 6, 5]),
        ("4x4", [*range(1, 16), 0]),
        ("4x4", [*range(16)]),
        ("2x5", [*range(1, 10), 0]),
        ("5x2", [*range(10)]),
        ("5x5", [*range(1, 25), 0]),
    ):
        rows, cols = size.split("x")
        arguments = [rows, cols, "1100", *map(str, goal)]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        boards = [[*map(int, line.split())] for line in done.stdout.splitlines()]
        assert len(boards) == 1100 and goal not in boards
        assert all(tilebase.is_solvable(board, goal, size=size) for board in boards)
        if size == "2x2":
            counts = Counter(map(tuple, boards))
            # Eleven boards, a hundred times each. Chance goes so far once in a million runs.
            assert len(counts) == 11
            assert sum((number - 100) ** 2 / 100 for number in counts.values()) < 45
        else:
            assert len(set(map(tuple, boards))) > 1000
