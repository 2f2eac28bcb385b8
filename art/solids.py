"""Renders the blanks of all pieces, and their shadows, into one sheet per set.

Run by hand (see art/README.md):  python solids.py [SET…]  -> crates/web/assets/solids/SET.webp

A blank is a piece without pips, emblem or level: those are vectors that the page draws on top. The
camera is orthographic, ELEVATION degrees above the table and due south, so that one picture fits
every square. Lengths are in squares.
"""

import math
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image

from sheet import ANCHOR, CELL, COS, ELEVATION, SCALE, SETS, SIN, Sheet, cells

SAMPLES = 40


# ---- bodies ----

def mesh(name, verts, faces):
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    data.update()
    body = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(body)
    return body


def soften(body, width, segments=6):
    bevel = body.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method = width, segments, "ANGLE"
    bevel.angle_limit = math.radians(25)
    for face in body.data.polygons:
        face.use_smooth = True
    normals = body.modifiers.new("normals", "WEIGHTED_NORMAL")
    normals.keep_sharp = True
    return body


def prism(outline, height, base=0.0):
    """The outline, counter-clockwise, raised from `base` to `base + height`."""
    n = len(outline)
    verts = [(x, y, base) for x, y in outline] + [(x, y, base + height) for x, y in outline]
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return mesh("prism", verts, [tuple(range(n))[::-1], tuple(range(n, 2 * n)), *sides])


def box(width, depth, height, base=0.0, bevel=0.05):
    w, d = width / 2, depth / 2
    return soften(prism([(-w, -d), (w, -d), (w, d), (-w, d)], height, base), bevel)


def disc(radius, height, base=0.0, bevel=0.05):
    turn = [2 * math.pi * i / 96 for i in range(96)]
    return soften(prism([(radius * math.cos(a), radius * math.sin(a)) for a in turn], height, base), bevel)


def ring(radius, thickness, height):
    bpy.ops.mesh.primitive_torus_add(
        major_radius=radius, minor_radius=thickness, major_segments=96, minor_segments=16, location=(0, 0, height))
    bpy.ops.object.shade_smooth()
    return bpy.context.object


def ball(radius, height):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, segments=48, ring_count=24, location=(0, 0, height))
    bpy.ops.object.shade_smooth()
    return bpy.context.object


def pyramid(side, height, base):
    s = side / 2
    corners = [(-s, -s, base), (s, -s, base), (s, s, base), (-s, s, base), (0, 0, base + height)]
    return soften(mesh("pyramid", corners, [(3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]), 0.018, 3)


# Each gives its parts with the name of their material; "body" is the colour of the seat.
BODIES = {
    "die": lambda: [(box(0.62, 0.62, 0.62, bevel=0.085), "body")],
    "square": lambda: [(box(0.62, 0.62, 0.36, bevel=0.05), "body")],
    "triangle": lambda: [(soften(prism([(-0.4, -0.31), (0.4, -0.31), (0, 0.41)], 0.36), 0.045), "body")],
    "cylinder": lambda: [(disc(0.345, 0.36), "body")],
    "king": lambda: [(disc(0.37, 0.14, bevel=0.04), "body"), (disc(0.3, 0.4, 0.1, bevel=0.04), "body"),
                     (ring(0.302, 0.022, 0.44), "brass")],
    "man": lambda: [(disc(0.33, 0.2, bevel=0.095), "body")],
    "pyramid": lambda: [(box(0.7, 0.7, 0.1, bevel=0.03), "body"), (box(0.6, 0.6, 0.035, 0.1, bevel=0.012), "brass"),
                        (pyramid(0.57, 0.6, 0.135), "body"), (ball(0.085, 0.73), "brass")],
    "pedestal": lambda: [(box(0.7, 0.7, 0.12, bevel=0.035), "body"), (disc(0.3, 0.035, 0.12, bevel=0.012), "brass"),
                         (box(0.44, 0.44, 0.42, 0.15, bevel=0.12), "body"), (ball(0.075, 0.58), "brass")],
    "soldier": lambda: [(box(0.42, 0.42, 0.66, bevel=0.07), "body")],
    "shield": lambda: [(box(1.7, 0.5, 0.26, bevel=0.07), "body")],
    "shield-upright": lambda: [(box(0.5, 1.7, 0.26, bevel=0.07), "body")],
}


# ---- materials ----

def linear(code):
    parts = [int(code[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts) + (1.0,)


def surface(name, colour, **values):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(colour)
    for key, value in values.items():
        shader.inputs[key.replace("_", " ")].default_value = value
    return material


def lacquer(name, colour):
    return surface(name, colour, Roughness=0.45, Specular_IOR_Level=0.3, Coat_Weight=0.4, Coat_Roughness=0.14)


def resin(name, colour):
    """Cast, a little light goes through."""
    return surface(name, colour, Roughness=0.22, Coat_Weight=0.7, Coat_Roughness=0.06,
                   Subsurface_Weight=0.55, Subsurface_Radius=(0.2, 0.2, 0.2), Subsurface_Scale=0.35)


RED, BLUE, GREEN, YELLOW = "#c8321e", "#2260b4", "#1f8a52", "#e6a212"
MATERIALS = {
    "ivory": lambda: surface("ivory", "#e9d8b4", Roughness=0.34, Coat_Weight=0.35, Coat_Roughness=0.14,
                             Subsurface_Weight=0.25, Subsurface_Radius=(0.3, 0.2, 0.1), Subsurface_Scale=0.12),
    "ebony": lambda: surface("ebony", "#1d1511", Roughness=0.4, Specular_IOR_Level=0.35, Coat_Weight=0.45, Coat_Roughness=0.14),
    "red": lambda: lacquer("red", RED), "blue": lambda: lacquer("blue", BLUE),
    "green": lambda: lacquer("green", GREEN), "yellow": lambda: lacquer("yellow", YELLOW),
    "red-resin": lambda: resin("red-resin", "#cf2a1c"), "green-resin": lambda: resin("green-resin", "#3fbf78"),
    "blue-resin": lambda: resin("blue-resin", "#2a6cc6"), "yellow-resin": lambda: resin("yellow-resin", "#eeae1c"),
}


# ---- studio ----

def studio():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising, cycles.denoiser = SAMPLES, True, "OPENIMAGEDENOISE"
    cycles.max_bounces = 6
    scene.render.film_transparent = True
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = 0.0
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"

    world = bpy.data.worlds.new("sky")
    scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value, sky.inputs["Strength"].default_value = (0.94, 0.97, 1.0, 1), 0.42

    def lamp(name, at, energy, size, colour):
        data = bpy.data.lights.new(name, "AREA")
        data.energy, data.shape, data.size, data.color = energy, "DISK", size, colour
        lamp = bpy.data.objects.new(name, data)
        lamp.location = at
        lamp.rotation_euler = (-Vector(at)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(lamp)

    # Near enough that flat faces are not evenly bright.
    lamp("key", (-1.95, 1.1, 3.1), 92, 1.5, (1.0, 0.95, 0.88))
    lamp("fill", (4.5, -3.0, 3.4), 95, 4.0, (0.86, 0.92, 1.0))
    lamp("front", (-1.5, -5.5, 3.0), 95, 3.0, (1.0, 0.97, 0.93))

    data = bpy.data.cameras.new("camera")
    data.type, data.sensor_fit = "ORTHO", "HORIZONTAL"
    camera = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(camera)
    scene.camera = camera

    bpy.ops.mesh.primitive_plane_add(size=20)
    ground = bpy.context.object
    ground.name = "ground"
    ground.data.materials.append(surface("ground", "#b8a88e", Roughness=0.8))
    return scene, camera, ground


def aim(scene, camera, wide, high):
    """Shows `wide` by `high` cells; the anchor is that of the middle of them."""
    width, height = CELL[0] * wide, CELL[1] * high
    scene.render.resolution_x, scene.render.resolution_y = round(width * SCALE), round(height * SCALE)
    camera.data.ortho_scale = width
    above = height / 2 - anchor(wide, high)[1]
    look = Vector((0, 0, 0)) - Vector((0, SIN, COS)) * above
    camera.location = look + Vector((0, -COS, SIN)) * 12
    camera.rotation_euler = (math.radians(90 - ELEVATION), 0, 0)


def anchor(wide, high):
    return ANCHOR[0] + CELL[0] * (wide - 1) / 2, ANCHOR[1] + CELL[1] * (high - 1) / 2


def shot(scene, path):
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return Image.open(path).convert("RGBA")


def render(name, folder):
    sheet = Sheet(name)
    for shape in SETS[name][1]:
        scene, camera, ground = studio()
        aim(scene, camera, *cells(shape))
        parts = BODIES[shape]()
        brass = surface("brass", "#d9a441", Metallic=1.0, Roughness=0.24)
        # The ground is not seen, but its light is.
        ground.visible_camera, ground.is_shadow_catcher = False, False
        for row, colour in enumerate(sheet.colours):
            material = MATERIALS[colour]()
            for body, kind in parts:
                body.data.materials.clear()
                body.data.materials.append(brass if kind == "brass" else material)
            sheet.put(shape, row, shot(scene, folder / "blank.png"))
        ground.visible_camera, ground.is_shadow_catcher = True, True
        for body, _ in parts:
            body.visible_camera = False
        alpha = np.asarray(shot(scene, folder / "shadow.png").getchannel("A"), dtype=float) / 255
        # Without the faint darkness of the whole studio.
        sheet.put_shadow(shape, np.clip((alpha - 0.2) / 0.8, 0, 1) ** 0.9 * 0.66)
        print(name, shape, flush=True)
    sheet.save()


def main():
    names = sys.argv[1:] or [name for name in SETS if name != "uniform"]
    folder = Path(tempfile.gettempdir()) / "tablier-solids"
    folder.mkdir(exist_ok=True)
    for name in names:
        render(name, folder)


if __name__ == "__main__":
    main()
