"""Makes the surfaces of the boards: pictures that repeat without a seam.

Run by hand (see art/README.md):  python textures.py  -> crates/web/assets/grounds/*.webp

Every texture is noise with a chosen spectrum, made in the frequency domain: such noise repeats by
itself. The same seed gives the same picture.
"""

from pathlib import Path

import numpy as np
from PIL import Image

SIZE = 512
MAPLE = ["#c39a62", "#ddb982", "#ecd0a0", "#f5e0b8"]
WALNUT = ["#4a2c19", "#6d4529", "#8a5c3a", "#a3744d"]
OUT = Path(__file__).resolve().parent.parent / "crates/web/assets/grounds"


def noise(seed, along, across, size=SIZE):
    """Smooth noise with features of about `along` by `across` pixels, mean 0 and deviation 1."""
    white = np.random.default_rng(seed).standard_normal((size, size))
    v, u = np.meshgrid(np.fft.fftfreq(size), np.fft.fftfreq(size), indexing="ij")
    spectrum = np.exp(-2 * (np.pi * u * along) ** 2 / 4 - 2 * (np.pi * v * across) ** 2 / 4)
    field = np.fft.ifft2(np.fft.fft2(white) * spectrum).real
    return (field - field.mean()) / field.std()


def moved(field, dy):
    """The field with every column shifted by `dy` pixels."""
    size = field.shape[0]
    rows, columns = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    at = (rows + dy) % size
    low = np.floor(at).astype(int) % size
    part = at - np.floor(at)
    return field[low, columns] * (1 - part) + field[(low + 1) % size, columns] * part


def blend(stops, t):
    """A colour ramp from hexadecimal colours."""
    colours = np.array([[int(code[i:i + 2], 16) for i in (1, 3, 5)] for code in stops], dtype=float)
    t = np.clip(t, 0, 1) * (len(stops) - 1)
    low = np.minimum(t.astype(int), len(stops) - 2)
    part = (t - low)[..., None]
    return colours[low] * (1 - part) + colours[low + 1] * part


def wood(seed, stops, rings, pores):
    """Grain along x: growth rings as wavy bands, fine fibres, short dark pores."""
    wave = noise(seed, 260, 90) * 9 + noise(seed + 1, 90, 40) * 2.5
    rows = np.arange(SIZE)[:, None] * np.ones((1, SIZE))
    # A whole number of rings, so that the picture repeats.
    phase = 2 * np.pi * (rows + wave) * rings / SIZE + noise(seed + 2, 500, 70) * 0.9
    band = 0.5 + 0.5 * np.sin(phase)
    band = band ** 1.6
    fibre = moved(noise(seed + 3, 130, 2.2), wave * 0.6)
    tone = 0.5 + 0.2 * (band - 0.5) + 0.075 * fibre + 0.1 * noise(seed + 4, 240, 60)
    dark = np.clip(moved(noise(seed + 5, 26, 1.6), wave * 0.6) - 1.7, 0, 1) * pores
    return blend(stops, tone - dark)


def save(name, pixels, quality=80):
    OUT.mkdir(parents=True, exist_ok=True)
    picture = Image.fromarray(np.clip(np.round(pixels), 0, 255).astype(np.uint8))
    path = OUT / f"{name}.webp"
    picture.save(path, quality=quality, method=6)
    print(name, path.stat().st_size)


def main():
    save("maple", wood(11, MAPLE, 7, 0.25))
    save("walnut", wood(23, WALNUT, 9, 0.55))
    save("frame", wood(37, ["#2c190e", "#432817", "#583722", "#6f482e"], 8, 0.5))
    save("oak", wood(53, ["#a8834f", "#c29c66", "#d3b07c", "#e2c596"], 6, 0.5))

    # Baize: short fibres in every direction.
    nap = noise(61, 2.2, 2.2, 256) * 0.55 + noise(62, 7, 1.6, 256) * 0.3 + noise(63, 1.6, 7, 256) * 0.3
    cloud = noise(64, 60, 60, 256)
    save("baize", blend(["#113a27", "#1d5a3f", "#2b7453"], 0.5 + 0.12 * nap + 0.05 * cloud), 74)

    # Slate: layered, with faint veins and dust.
    layers = noise(71, 70, 14) + 0.7 * noise(72, 24, 5) + 0.35 * noise(73, 3, 3)
    vein = np.exp(-(noise(74, 120, 74) / 0.035) ** 2) * 0.12
    save("slate", blend(["#343b43", "#4b545d", "#626d77", "#8b959e"], 0.42 + 0.075 * layers + vein), 76)

    # Frosted glass: an even, very fine grain over slow clouds.
    frost = noise(81, 1.8, 1.8, 256) * 0.4 + noise(82, 5, 5, 256) * 0.35 + noise(83, 70, 70, 256)
    save("frost", blend(["#d3e6e2", "#e4f1ee", "#f4fbf9"], 0.5 + 0.12 * frost), 74)


if __name__ == "__main__":
    main()
