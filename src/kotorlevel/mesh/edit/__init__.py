"""Edits: each takes a mesh and returns a new one, with everything that depends on it in step."""

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
    move_vertices,
)
from kotorlevel.mesh.edit.transforms import flip, rotate, transform, translate
from kotorlevel.mesh.edit.weld import Welded, WeldReport, split_edges, weld

__all__ = [
    "Painting",
    "WeldReport",
    "Welded",
    "add_faces",
    "clear_transitions",
    "connected_parts",
    "delete_faces",
    "divide_edge",
    "divide_face",
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
]
