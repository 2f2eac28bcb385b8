"""Draws the blanks of Eupdonne's bars: blocks of maple and walnut, one square long.

Run by hand (see art/README.md):  python bars.py  -> crates/web/assets/solids/uniform.webp

A block seen by the camera of `sheet.py` is two rectangles, its top and its near side, so that the wood of
`textures.py` can be laid on them as it is: the grain runs along the bar.
"""

import numpy as np
from PIL import Image

from sheet import ANCHOR, COS, LEVELS, SCALE, SIN, SIZE, Sheet
from textures import MAPLE, WALNUT, wood

FINE = 3                         # drawn larger by this factor, then reduced
ACROSS = 0.84                    # the width of a bar
EDGE = 0.022                     # what the bevel of an edge shows
GRAIN = 190                      # pixels of the texture to a square
# How far a shadow falls to the right and towards the viewer for each unit of height, as the key light is.
FALL = (0.63, 0.355)


def planks():
    return {"maple": wood(91, MAPLE, 7, 0.3), "walnut": wood(97, WALNUT, 8, 0.5)}


def patch(plank, at, along, across, width, height):
    """A rectangle of the plank, `along` by `across` squares of wood in width by height pixels."""
    y, x = at
    cut = np.roll(plank, (-y, -x), axis=(0, 1))[:round(across * GRAIN), :round(along * GRAIN)]
    picture = Image.fromarray(np.clip(cut, 0, 255).astype(np.uint8))
    return np.asarray(picture.resize((width, height), Image.LANCZOS), dtype=float)


def block(plank, level, upright):
    unit = SCALE * FINE
    w, d, h = (ACROSS, 1.0, LEVELS[level]) if upright else (1.0, ACROSS, LEVELS[level])
    width, depth, rise, bevel = (round(v * unit) for v in (w, d * SIN, h * COS, EDGE))
    seed = (level * 131, level * 173)
    if upright:
        top = np.transpose(patch(plank, seed, d, w, depth, width), (1, 0, 2))
        # The end of the plank: its rings, darker.
        near = patch(plank, seed, w, h / 2, width, rise) * 0.86
    else:
        top = patch(plank, seed, w, d, width, depth)
        near = patch(plank, (seed[0] + 260, seed[1]), w, h, width, rise)
    v, u = np.mgrid[0:depth, 0:width]
    light = 1.1 - 0.16 * (0.65 * u / width + 0.35 * v / depth)
    light += 0.16 * np.clip(1 - u / bevel, 0, 1) - 0.14 * np.clip(1 - (width - 1 - u) / bevel, 0, 1)
    light += 0.3 * np.clip(1 - np.abs(depth - bevel / 2 - v) / (bevel / 2), 0, 1) + 0.14 * np.clip(1 - v / bevel, 0, 1)
    v, u = np.mgrid[0:rise, 0:width]
    shade = 0.78 - 0.05 * u / width - 0.14 * v / rise
    shade += 0.08 * np.clip(1 - v / bevel, 0, 1) - 0.2 * np.clip(1 - (rise - 1 - v) / bevel, 0, 1)
    shade += 0.08 * np.clip(1 - u / bevel, 0, 1) - 0.1 * np.clip(1 - (width - 1 - u) / bevel, 0, 1)
    body = np.concatenate([top * light[..., None], near * shade[..., None]])
    canvas = np.zeros((SIZE[1] * FINE, SIZE[0] * FINE, 4))
    left = round(ANCHOR[0] * unit - width / 2)
    upper = round(ANCHOR[1] * unit + depth / 2) - depth - rise
    canvas[upper:upper + depth + rise, left:left + width, :3] = np.clip(body, 0, 255)
    canvas[upper:upper + depth + rise, left:left + width, 3] = 255
    return Image.fromarray(canvas.astype(np.uint8)).resize(SIZE, Image.LANCZOS)


def blurred(field, sigma):
    v, u = np.meshgrid(np.fft.fftfreq(field.shape[0]), np.fft.fftfreq(field.shape[1]), indexing="ij")
    return np.fft.ifft2(np.fft.fft2(field) * np.exp(-2 * (np.pi * sigma) ** 2 * (u * u + v * v))).real


def shadow(level, upright):
    w, d, h = (ACROSS, 1.0, LEVELS[level]) if upright else (1.0, ACROSS, LEVELS[level])
    v, u = np.mgrid[0:SIZE[1], 0:SIZE[0]] / SCALE
    x, y = u - ANCHOR[0], (v - ANCHOR[1]) / SIN
    dark = np.zeros(x.shape)
    for step in np.linspace(0, h, 24):
        inside = (np.abs(x - FALL[0] * step) < w / 2) & (np.abs(y - FALL[1] * step) < d / 2)
        dark = np.maximum(dark, inside * (0.46 - 0.2 * step / h))
    contact = (np.abs(x) < w / 2) & (np.abs(y) < d / 2)
    return np.maximum(blurred(dark, 4.5), blurred(contact * 0.6, 2.0))


def main():
    sheet = Sheet("uniform")
    wooden = planks()
    for level in LEVELS:
        for upright in (False, True):
            shape = f"step-{level}" + ("-upright" if upright else "")
            for row, colour in enumerate(sheet.colours):
                sheet.put(shape, row, block(wooden[colour], level, upright))
            sheet.put_shadow(shape, shadow(level, upright))
    sheet.save()


if __name__ == "__main__":
    main()
