"""Runs inside Blender (``bpy``): imports drawings, edits them as a person would, exports them.

    python blender.py jobs.json

A job is [source, edit, target]. Import and export have their default settings.
"""

# mypy: ignore-errors

import json
import sys
from pathlib import Path

import bpy  # isort: skip
import bmesh  # isort: skip (bpy brings it)

_LINK = "link_"


def load(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith(".obj"):
        bpy.ops.wm.obj_import(filepath=path)
    else:
        bpy.ops.import_scene.gltf(filepath=path)


def save(path: str) -> None:
    if path.endswith(".obj"):
        bpy.ops.wm.obj_export(filepath=path)
    else:
        bpy.ops.export_scene.gltf(filepath=path)


def edit_object(item, name: str) -> bool:
    """Edits of the whole object; False for others."""
    if name == "duplicate":
        copy = item.copy()
        copy.data = item.data.copy()
        bpy.context.collection.objects.link(copy)
        copy.location.x += 100
    elif name == "mirror":
        item.scale.x = -1
    elif name == "move":
        item.location.x += 5
    elif name == "apply":
        item.location.x += 5
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    else:
        return name == "nothing"
    return True


def edit_mesh(item, name: str) -> None:
    """Edits in edit mode."""
    mesh = bmesh.new()
    mesh.from_mesh(item.data)
    names = [material.name for material in item.data.materials]
    floor = [f for f in mesh.faces if not names[f.material_index].startswith(_LINK)]
    gates = [f for f in mesh.faces if names[f.material_index].startswith(_LINK)]
    if name == "subdivide":
        bmesh.ops.subdivide_edges(mesh, edges=mesh.edges[:], cuts=1, use_grid_fill=True)
    elif name == "extrude":
        edge = next(e for e in mesh.edges if e.is_boundary and e.link_faces[0] in floor)
        made = bmesh.ops.extrude_edge_only(mesh, edges=[edge])
        for vertex in (v for v in made["geom"] if isinstance(v, bmesh.types.BMVert)):
            vertex.co.x += 3
    elif name == "delete":
        bmesh.ops.delete(mesh, geom=floor[:2], context="FACES")
    elif name == "delete_gate":
        bmesh.ops.delete(mesh, geom=gates[:1], context="FACES")
    elif name == "raise":
        floor[0].verts[0].co.z += 0.2
    elif name == "paint":
        others = [i for i, each in enumerate(names) if not each.startswith(_LINK)]
        floor[0].material_index = next(i for i in others if i != floor[0].material_index)
    elif name == "triangulate":
        bmesh.ops.triangulate(mesh, faces=mesh.faces[:])
    elif name == "merge":
        bmesh.ops.remove_doubles(mesh, verts=mesh.verts[:], dist=0.0001)
    else:
        raise SystemExit(f"no edit {name}")
    mesh.to_mesh(item.data)
    mesh.free()


def main() -> None:
    for source, name, target in json.loads(Path(sys.argv[1]).read_text()):
        load(source)
        item = next(each for each in bpy.context.scene.objects if each.type == "MESH")
        bpy.context.view_layer.objects.active = item
        item.select_set(True)
        if not edit_object(item, name):
            edit_mesh(item, name)
        save(target)


if __name__ == "__main__":
    main()
