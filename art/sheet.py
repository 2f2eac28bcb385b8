"""What the sheets of blanks have in common: the camera, the cells, and what is where.

Lengths are in squares. `crates/picture/src/solids.rs` knows the same measures and the same cells; its
test compares them with `sheets.txt`.
"""

import math
from pathlib import Path

import numpy as np
from PIL import Image

ELEVATION = 54
SCALE = 160                      # pixels per square
CELL = (1.4, 1.3)                # width and height of a cell
ANCHOR = (0.7, 0.8)              # the middle of the square on the ground, from the cell's upper left
SIN, COS = math.sin(math.radians(ELEVATION)), math.cos(math.radians(ELEVATION))
SIZE = round(CELL[0] * SCALE), round(CELL[1] * SCALE)
LEVELS = {1: 0.14, 2: 0.32, 3: 0.5}
OUT = Path(__file__).resolve().parent.parent / "crates/web/assets/solids"

# A row per colour, in the order of the seats; below them the shadows.
SETS = {
    "wood": (["ivory", "ebony"], ["die", "pyramid", "pedestal", "soldier", "man", "shield", "shield-upright"]),
    "baize": (["red-resin", "green-resin", "blue-resin", "yellow-resin"], ["die"]),
    "slate": (["red", "blue", "green", "yellow"], ["die"]),
    "glass": (["red", "blue", "green", "yellow"], ["square", "triangle", "cylinder", "king", "man"]),
    "uniform": (["maple", "walnut"], [f"step-{level}{way}" for way in ("", "-upright") for level in LEVELS]),
}


def cells(shape):
    """How many cells a blank is wide and high."""
    return {"shield": (2, 1), "shield-upright": (1, 2)}.get(shape, (1, 1))


def places(shapes):
    """The column of each blank, the number of columns, and the height of a row in cells."""
    at, columns = {}, 0
    for shape in shapes:
        at[shape] = columns
        columns += cells(shape)[0]
    return at, columns, max(cells(shape)[1] for shape in shapes)


class Sheet:
    """The sheet of a set, filled blank by blank."""

    def __init__(self, name):
        self.name = name
        self.colours, shapes = SETS[name]
        self.at, columns, self.high = places(shapes)
        self.picture = Image.new("RGBA", (SIZE[0] * columns, SIZE[1] * self.high * (len(self.colours) + 1)))

    def put(self, shape, row, picture):
        self.picture.paste(picture, (self.at[shape] * SIZE[0], row * self.high * SIZE[1]))

    def put_shadow(self, shape, alpha):
        """A shadow by its darkness from 0 to 1; it fades at the edges of its cell."""
        for axis in (0, 1):
            count = alpha.shape[axis]
            edge = np.minimum(np.arange(count), np.arange(count)[::-1]) / (0.16 * SCALE)
            alpha = alpha * np.clip(edge, 0, 1).reshape((-1, 1) if axis == 0 else (1, -1))
        black = np.zeros(alpha.shape + (4,), dtype=np.uint8)
        black[..., :3] = (22, 14, 6)
        black[..., 3] = np.round(np.clip(alpha, 0, 1) * 255)
        self.put(shape, len(self.colours), Image.fromarray(black))

    def save(self):
        OUT.mkdir(parents=True, exist_ok=True)
        path = OUT / f"{self.name}.webp"
        self.picture.save(path, quality=82, alpha_quality=85, method=6)
        Path(__file__).with_name("sheets.txt").write_text(contents())
        print(self.name, path.stat().st_size, flush=True)


def contents():
    """What is where in the sheets, for the test of `crates/picture`."""
    lines = [f"elevation {ELEVATION} cell {CELL[0]} {CELL[1]} anchor {ANCHOR[0]} {ANCHOR[1]}"]
    for name, (colours, shapes) in sorted(SETS.items()):
        at, _, high = places(shapes)
        lines.append(f"{name} colours {len(colours)} row {high} " + " ".join(f"{s} {at[s]}" for s in shapes))
    return "\n".join(lines) + "\n"
