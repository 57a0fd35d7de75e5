"""Level files of Knights of the Old Republic I and II: walkmeshes, layouts, visibility.

    import kotorlevel as kl

    mesh = kl.read_walkmesh("m55aa_02.wok")
    layout = kl.read_layout("m55aa.lyt")

The names below are loaded when they are first used, so that a script or a command pays only for
what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kotorlevel import errors as errors
    from kotorlevel.area.area import Area as Area
    from kotorlevel.area.area import Room as Room
    from kotorlevel.area.edit.kits.templates import Kit as Kit
    from kotorlevel.area.edit.kits.templates import add_template as add_template
    from kotorlevel.area.edit.kits.templates import join_template as join_template
    from kotorlevel.area.edit.kits.templates import place_template as place_template
    from kotorlevel.area.edit.merge.merge import AreaMerge as AreaMerge
    from kotorlevel.area.edit.merge.merge import merge_areas as merge_areas
    from kotorlevel.area.edit.merge.three_way import ConflictError as ConflictError
    from kotorlevel.area.edit.rooms import RoomEdit as RoomEdit
    from kotorlevel.area.edit.rooms import add_room as add_room
    from kotorlevel.area.edit.rooms import empty_room as empty_room
    from kotorlevel.area.edit.rooms import move_room as move_room
    from kotorlevel.area.edit.rooms import remove_room as remove_room
    from kotorlevel.area.edit.rooms import rename_room as rename_room
    from kotorlevel.area.edit.rooms import reorder_rooms as reorder_rooms
    from kotorlevel.area.install.game import Game as Game
    from kotorlevel.area.links.relink import LinkChange as LinkChange
    from kotorlevel.area.links.relink import LinkReport as LinkReport
    from kotorlevel.area.links.relink import relink as relink
    from kotorlevel.area.load import load_area as load_area
    from kotorlevel.area.objects import Door as Door
    from kotorlevel.area.objects import Placeable as Placeable
    from kotorlevel.area.write import write_area as write_area
    from kotorlevel.area.write import write_area_in_place as write_area_in_place
    from kotorlevel.check.finding import Finding as Finding
    from kotorlevel.check.finding import Report as Report
    from kotorlevel.check.finding import Severity as Severity
    from kotorlevel.check.options import Options as Options
    from kotorlevel.check.run import check as check
    from kotorlevel.formats.archives import Archive as Archive
    from kotorlevel.formats.archives import read_archive as read_archive
    from kotorlevel.formats.archives import write_archive as write_archive
    from kotorlevel.formats.gff import Gff as Gff
    from kotorlevel.formats.gff import read_gff as read_gff
    from kotorlevel.formats.gff import write_gff as write_gff
    from kotorlevel.formats.lyt import DoorHook as DoorHook
    from kotorlevel.formats.lyt import Layout as Layout
    from kotorlevel.formats.lyt import LayoutObstacle as LayoutObstacle
    from kotorlevel.formats.lyt import LayoutRoom as LayoutRoom
    from kotorlevel.formats.lyt import LayoutTrack as LayoutTrack
    from kotorlevel.formats.lyt import read_layout as read_layout
    from kotorlevel.formats.lyt import write_layout as write_layout
    from kotorlevel.formats.pth import PathPoints as PathPoints
    from kotorlevel.formats.pth import read_path_points as read_path_points
    from kotorlevel.formats.pth import write_path_points as write_path_points
    from kotorlevel.formats.twoda import TwoDA as TwoDA
    from kotorlevel.formats.twoda import read_2da as read_2da
    from kotorlevel.formats.twoda import write_2da as write_2da
    from kotorlevel.formats.vis import Visibility as Visibility
    from kotorlevel.formats.vis import VisRoom as VisRoom
    from kotorlevel.formats.vis import read_visibility as read_visibility
    from kotorlevel.formats.vis import write_visibility as write_visibility
    from kotorlevel.mesh import edit as edit
    from kotorlevel.mesh.io import read_walkmesh as read_walkmesh
    from kotorlevel.mesh.io import write_walkmesh as write_walkmesh
    from kotorlevel.mesh.materials import Materials as Materials
    from kotorlevel.mesh.materials import Surface as Surface
    from kotorlevel.mesh.walkmesh import Walkmesh as Walkmesh
    from kotorlevel.nav.floor.build import build_floor as build_floor
    from kotorlevel.nav.floor.floor import Floor as Floor
    from kotorlevel.nav.move import Move as Move
    from kotorlevel.nav.navigator import Navigator as Navigator
    from kotorlevel.nav.path import Path as Path
    from kotorlevel.nav.pathpoints.audit import PthAudit as PthAudit
    from kotorlevel.nav.pathpoints.audit import audit_path_points as audit_path_points
    from kotorlevel.nav.pathpoints.build import build_pth as build_pth
    from kotorlevel.nav.pathpoints.game_plan import GamePlan as GamePlan
    from kotorlevel.nav.pathpoints.game_plan import plan_like_the_game as plan_like_the_game
    from kotorlevel.nav.reach.islands import Island as Island
    from kotorlevel.nav.reach.islands import Reached as Reached
    from kotorlevel.query.answers import FaceRef as FaceRef
    from kotorlevel.query.answers import FaceRefs as FaceRefs
    from kotorlevel.query.answers import Hit as Hit
    from kotorlevel.query.answers import Hits as Hits
    from kotorlevel.query.answers import Sight as Sight
    from kotorlevel.query.answers import Sights as Sights
    from kotorlevel.query.ground import Ground as Ground
    from kotorlevel.query.visibility.build import VisibilityResult as VisibilityResult
    from kotorlevel.query.visibility.build import build_visibility as build_visibility
    from kotorlevel.view.map_png import draw_map_png as draw_map_png
    from kotorlevel.view.map_svg import draw_map as draw_map
    from kotorlevel.view.scene import Scene as Scene
    from kotorlevel.view.scene import ScenePath as ScenePath
    from kotorlevel.view.scene import build_scene as build_scene

__version__ = "0.1.0"

_HOMES = {
    "Archive": "formats.archives",
    "Area": "area.area",
    "AreaMerge": "area.edit.merge.merge",
    "ConflictError": "area.edit.merge.three_way",
    "Door": "area.objects",
    "DoorHook": "formats.lyt",
    "FaceRef": "query.answers",
    "FaceRefs": "query.answers",
    "Finding": "check.finding",
    "Floor": "nav.floor.floor",
    "Game": "area.install.game",
    "GamePlan": "nav.pathpoints.game_plan",
    "Gff": "formats.gff",
    "Ground": "query.ground",
    "Hit": "query.answers",
    "Hits": "query.answers",
    "Island": "nav.reach.islands",
    "Kit": "area.edit.kits.templates",
    "Layout": "formats.lyt",
    "LayoutObstacle": "formats.lyt",
    "LayoutRoom": "formats.lyt",
    "LayoutTrack": "formats.lyt",
    "LinkChange": "area.links.relink",
    "LinkReport": "area.links.relink",
    "Materials": "mesh.materials",
    "Move": "nav.move",
    "Navigator": "nav.navigator",
    "Options": "check.options",
    "Path": "nav.path",
    "PathPoints": "formats.pth",
    "Placeable": "area.objects",
    "PthAudit": "nav.pathpoints.audit",
    "Reached": "nav.reach.islands",
    "Report": "check.finding",
    "Room": "area.area",
    "RoomEdit": "area.edit.rooms",
    "Scene": "view.scene",
    "ScenePath": "view.scene",
    "Severity": "check.finding",
    "Sight": "query.answers",
    "Sights": "query.answers",
    "Surface": "mesh.materials",
    "TwoDA": "formats.twoda",
    "VisRoom": "formats.vis",
    "Visibility": "formats.vis",
    "VisibilityResult": "query.visibility.build",
    "Walkmesh": "mesh.walkmesh",
    "add_room": "area.edit.rooms",
    "add_template": "area.edit.kits.templates",
    "audit_path_points": "nav.pathpoints.audit",
    "build_floor": "nav.floor.build",
    "build_pth": "nav.pathpoints.build",
    "build_scene": "view.scene",
    "build_visibility": "query.visibility.build",
    "draw_map": "view.map_svg",
    "draw_map_png": "view.map_png",
    "empty_room": "area.edit.rooms",
    "join_template": "area.edit.kits.templates",
    "load_area": "area.load",
    "merge_areas": "area.edit.merge.merge",
    "move_room": "area.edit.rooms",
    "place_template": "area.edit.kits.templates",
    "plan_like_the_game": "nav.pathpoints.game_plan",
    "read_2da": "formats.twoda",
    "read_archive": "formats.archives",
    "read_gff": "formats.gff",
    "read_layout": "formats.lyt",
    "read_path_points": "formats.pth",
    "read_visibility": "formats.vis",
    "read_walkmesh": "mesh.io",
    "relink": "area.links.relink",
    "remove_room": "area.edit.rooms",
    "rename_room": "area.edit.rooms",
    "reorder_rooms": "area.edit.rooms",
    "write_2da": "formats.twoda",
    "write_archive": "formats.archives",
    "write_area": "area.write",
    "write_area_in_place": "area.write",
    "write_gff": "formats.gff",
    "write_layout": "formats.lyt",
    "write_path_points": "formats.pth",
    "write_visibility": "formats.vis",
    "write_walkmesh": "mesh.io",
}
"""Public name → the module that defines it."""

_MODULES = {"check": "check", "edit": "mesh.edit", "errors": "errors"}
"""Public name → the module that it is. `check` can be called, too."""

__all__ = ["__version__", *_MODULES, *_HOMES]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"kotorlevel.{_MODULES[name]}")
    if name in _HOMES:
        value = getattr(import_module(f"kotorlevel.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kotorlevel' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
