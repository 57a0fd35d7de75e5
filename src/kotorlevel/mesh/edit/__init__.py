"""Edits: each takes a mesh and returns a new one, with everything that depends on it in step."""

from kotorlevel.mesh.edit.cut import cut_face
from kotorlevel.mesh.edit.extrude import extrude_edges
from kotorlevel.mesh.edit.faces import (
    clear_transitions,
    connected_parts,
    delete_faces,
    flip_faces_up,
    keep_faces,
    label_faces,
    merge,
    move_vertex,
    remap_transitions,
    repaint,
    replace_materials,
)
from kotorlevel.mesh.edit.insert import insert_points
from kotorlevel.mesh.edit.paint import Painting, paint
from kotorlevel.mesh.edit.shape import (
    add_faces,
    divide_edge,
    divide_face,
    fill_hole,
    flip_faces,
)
from kotorlevel.mesh.edit.vertices import move_vertices, weld_group, weld_vertices
from kotorlevel.mesh.edit.weld import Welded, WeldReport, split_edges, weld
from kotorlevel.mesh.transforms import flip, rotate, transform, translate

__all__ = [
    "Painting",
    "WeldReport",
    "Welded",
    "add_faces",
    "clear_transitions",
    "connected_parts",
    "cut_face",
    "delete_faces",
    "divide_edge",
    "divide_face",
    "extrude_edges",
    "fill_hole",
    "flip",
    "flip_faces",
    "flip_faces_up",
    "insert_points",
    "keep_faces",
    "label_faces",
    "merge",
    "move_vertex",
    "move_vertices",
    "paint",
    "remap_transitions",
    "repaint",
    "replace_materials",
    "rotate",
    "split_edges",
    "transform",
    "translate",
    "weld",
    "weld_group",
    "weld_vertices",
]
