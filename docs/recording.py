#!/usr/bin/env python3
"""Records the command as an animated picture: what it answers, line by line.

docs/recording.py PROGRAM > docs/recording.svg
"""

import html
import shlex
import subprocess
import sys
import textwrap

COMMANDS = [
    'tilebase solve "2 3 4 1 5 x 7 6 8"',
    'tilebase solve --show "1 2 3 x 4 6 7 5 8"',
    'tilebase solve --distance "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12"',
    'tilebase solvable --explain "1 2 3 4 5 6 8 7 x"',
]
# Of times, in seconds; of lengths, in pixels. At the end everything stands still for some seconds.
TYPING, ANSWER, READING, END = 0.03, 0.12, 1.2, 5.0
WIDTH, LINE, CHARACTER, MARGIN = 100, 18, 7.8, 14


def record(program: str) -> list[tuple[float, str, bool]]:
    """Each line with the time at which it appears, and whether it was typed."""
    now, lines = 0.5, []
    for command in COMMANDS:
        lines.append((now, f"$ {command}", True))
        now += TYPING * len(command)
        arguments = [program, *shlex.split(command)[1:]]
        answer = subprocess.run(arguments, check=False, capture_output=True, text=True).stdout
        for line in answer.splitlines():
            for part in textwrap.wrap(line, WIDTH) or [""]:
                lines.append((now, part, False))
                now += ANSWER
        now += READING
    return lines


def draw(lines: list[tuple[float, str, bool]]) -> str:
    """The picture. Where nothing moves, all lines are there."""
    end = lines[-1][0] + END
    width, height = WIDTH * CHARACTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    styles, texts = [], []
    for number, (time, line, typed) in enumerate(lines):
        if not line:
            continue
        share = 100 * time / end
        styles.append(f"@keyframes l{number}{{0%{{opacity:0}}{share:.2f}%{{opacity:1}}}}")
        kind = ' class="typed"' if typed else ""
        texts.append(
            f'<text{kind} x="{MARGIN}" y="{MARGIN + LINE * (number + 0.75):.0f}"'
            f' style="animation-name:l{number}">{html.escape(line, quote=False)}</text>'
        )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}">
<title>tilebase solves boards in a terminal</title>
<style>
text{{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d5d9de;white-space:pre;
animation-duration:{end:.1f}s;animation-timing-function:step-end;
animation-iteration-count:infinite}}
.typed{{fill:#8fd18f}}
@media (prefers-reduced-motion:reduce){{text{{animation:none!important}}}}
{"".join(styles)}
</style>
<rect width="100%" height="100%" rx="8" fill="#15191e"/>
{chr(10).join(texts)}
</svg>
"""


if __name__ == "__main__":
    print(draw(record(sys.argv[1])), end="")
