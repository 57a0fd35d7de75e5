"""Level files of Knights of the Old Republic I and II: walkmeshes, layouts, visibility.

    import kotorlevel as kl

    mesh = kl.read_walkmesh("m55aa_02.wok")
    layout = kl.read_layout("m55aa.lyt")

The names below are loaded when they are first used, so that a script or a command pays only for
what it needs. Type checkers and editors read them from `__init__.pyi`, which `docs/generate.py`
makes of this list.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "area.area": "Area Room",
    "area.conversion.convert": "convert",
    "area.diff.compare": "diff diff_bytes",
    "area.diff.values": "Change Diff FileDiff RoomDiff",
    "area.destinations": "Destination find_destinations",
    "area.drawn.apply": "DrawnArea apply_drawing",
    "area.drawn.draw": "drawing_from_area drawing_from_mesh",
    "area.drawn.files": "read_drawing write_drawing",
    "area.editing": "editing",
    "area.edit.doors": "DoorTemplate add_door list_door_templates move_door_hook remove_object",
    "area.edit.entry": "move_entry",
    "area.edit.kits.doorways": "Doorway open_doorways",
    "area.edit.kits.fit": "RoomDoorway list_doorways",
    "area.edit.kits.listing": "KitDoorway KitRoom list_kit",
    "area.edit.kits.templates": "Kit add_template join_template place_template",
    "area.edit.links": "link_edges unlink_edges",
    "area.edit.merge.merge": "AreaMerge merge_areas",
    "area.edit.merge.single": "FileMerge merge_files",
    "area.edit.merge.three_way": "Conflict ConflictError",
    "area.edit.openings": "Opening find_doorways",
    "area.edit.parted": "Parted",
    "area.edit.recover": "LayoutRecovery RecoveredRoom is_layout_lost recover_layout",
    "area.edit.room_snap": "RoomSnap find_room_snap",
    "area.edit.rooms": (
        "RoomEdit add_room choose_room empty_room new_area remove_room rename_room reorder_rooms"
    ),
    "area.edit.shared": "find_shared_vertices",
    "area.exits": "Exit Transitions find_transitions",
    "area.gamemap.draw": "draw_game_map",
    "area.gamemap.fields": "MAP_NORTH MapFields find_map_fields with_map_fields",
    "area.gamemap.fit": "fit_map",
    "area.gamemap.redraw": "GameMap redraw_map",
    "area.gamemap.survey": "MapSurvey survey_game_map",
    "area.install.copies": "Copies CopyRow FoundCopies InModule",
    "area.install.extract": "ExtractedFile Extraction extract",
    "area.install.game": "Game find_game",
    "area.install.listing": "Listed ListedModule Listing list_resources",
    "area.install.resources": "Resource",
    "area.links.near_misses": "NearMiss",
    "area.links.relink": "LinkChange LinkReport relink",
    "area.load": "load_area read_level",
    "area.models": "RoomModel find_model",
    "area.objects": "Door Placeable",
    "area.sample": "make_broken_station make_station",
    "area.transitions": "Transition list_transitions",
    "area.write": "Written list_changes write_area write_area_in_place",
    "build.module": "BuiltModule build_module",
    "build.new": "new_plan",
    "build.plan.reader": "read_plan",
    "build.plan.values": "LevelPlan PlannedDoor PlannedEntry PlannedMap PlannedRoom",
    "build.plan.writer": "format_plan write_plan",
    "build.rooms": "PlacedRoom",
    "checks.audits": ("PathPointsAudit VisibilityAudit audit_path_points audit_visibility"),
    "checks.baseline": "Baseline KnownFinding read_baseline write_baseline",
    "checks.config": "load_options",
    "checks.finding": "Finding Report Severity",
    "checks.mods.check": "check_mods",
    "checks.mods.values": "Clash FileWin ModdedArea ModFinding ModsReport PairMerge",
    "checks.options": "Options",
    "checks.rule": "Rule rules",
    "checks.run": "check",
    "checks.scan": "ModuleScan Scan scan",
    "core.glossary": "TERMS Term look_up",
    "core.journal.entry": "Edit FileChange",
    "core.journal.journal": "Recovered",
    "core.journal.lock": "BusyError",
    "core.journal.undo": "list_edits recover redo undo",
    "core.memory": "Memory",
    "formats.archives": "Archive read_archive write_archive",
    "formats.archives.pack": "PackedFile Packing pack",
    "formats.drawing": "Drawing Mark Shape",
    "formats.gff": "Gff read_gff write_gff",
    "formats.images": "Image read_image write_image",
    "formats.lyt": (
        "DoorHook Layout LayoutObstacle LayoutRoom LayoutTrack read_layout write_layout"
    ),
    "formats.mdl": "Model ModelMesh ModelNode read_model",
    "formats.pth": "PathPoints read_path_points write_path_points",
    "formats.twoda": "TwoDA read_2da write_2da",
    "formats.twoda.csv_text": "from_csv to_csv",
    "formats.vis": "VisRoom Visibility read_visibility write_visibility",
    "mesh.convert.conversion": "Conversion TableChange",
    "mesh.convert.convert": "rebuild",
    "mesh.convert.drawn.from_shapes": "DrawnMesh",
    "mesh.convert.door_box": "door_walkmesh_from_model make_door_walkmesh",
    "mesh.convert.from_model": "walkmesh_from_model",
    "mesh.convert.into_model": "put_walkmesh",
    "mesh.convert.model_position": "ModelPosition find_model_position",
    "mesh.convert.many": "Rebuilding rebuild_files",
    "mesh.diff.compare": "diff_meshes",
    "mesh.diff.values": "MeshDiff",
    "mesh.edit.paint": "Painting paint",
    "mesh.io": "load_surfaces read_walkmesh read_walkmeshes write_walkmesh",
    "mesh.jsonform.document": "file_from_json from_json to_json",
    "mesh.jsonform.folders": "FolderConversion convert_folder",
    "mesh.jsonform.stored": "JsonFile",
    "mesh.jsonform.text": "format_json parse_json",
    "mesh.materials": "Materials Surface",
    "mesh.views": "BoundaryEdge Face Neighbour Node",
    "mesh.walkmesh": "Walkmesh",
    "nav.causes.cause": "Cause Remedy",
    "nav.causes.find": "CutOff",
    "nav.doors.choose": ("DoorChoice DoorModel DoorwayChoices choose_doors list_door_models"),
    "nav.doors.fit": "fit_doors",
    "nav.doors.values": "DoorFault DoorFit DoorFits DoorLeaf DoorStand",
    "nav.floor.build": "build_floor",
    "nav.floor.floor": "Floor",
    "nav.journey.journey": "Journey find_journey",
    "nav.journey.places": "JourneyEnd",
    "nav.move": "Move",
    "nav.navigator": "Navigator",
    "nav.path": "Path",
    "nav.objects.survey": "survey_objects",
    "nav.objects.values": "ObjectFault ObjectSurvey SurveyedObject",
    "nav.pathpoints.build": "build_path_points",
    "nav.pathpoints.game_plan": "GamePlan plan_like_the_game",
    "nav.pathpoints.stand": "list_point_rooms",
    "nav.pathpoints.survey": "PathPointSurvey Unseen",
    "nav.reach.doors": "DoorReach",
    "nav.reach.islands": "Island Reached",
    "nav.reach.report": "Reach find_reach",
    "query.answers": "FaceLists FaceRef FaceRefs Hit Hits Sight Sights Touch Touches",
    "query.ground": "Ground",
    "query.inquiry": "Inquiry",
    "query.model_floor": "find_model_floor",
    "query.no_floor": "NoFloor find_nearest_in_plan find_no_floor",
    "query.questions": "Found Limits",
    "query.rooms": "Rooms load_rooms",
    "query.standing": "RoomMove Standing find_standing move_room",
    "query.turning": "RoomTurn turn_room",
    "query.visibility.build": "RoomSight VisibilityResult build_visibility",
    "repair.edits.log": "EditsApplied apply_edits read_edits write_edits",
    "repair.edits.session": "EditSession",
    "repair.file": "Repair",
    "repair.fix": "Repairs fix",
    "repair.fixes.path_points": "PathPointsRepair repair_path_points",
    "repair.plan": "find_fixable",
    "repair.preview": "FixPreview preview_fix",
    "repair.step": "Step",
    "view.changes.map": "draw_changes",
    "view.changes.page": "render_changes",
    "view.describe": "describe",
    "view.graph.draw": "draw_transitions",
    "view.html.page": "Bundle find_bundle render_page",
    "view.html.report": "render_report",
    "view.html.scan": "render_scan",
    "view.live.follow": "WatchUpdate watch",
    "view.live.several": "SeveralServer",
    "view.live.server": "ViewServer serve",
    "view.map.conflicts": "draw_conflicts",
    "view.map.draw": "draw_map",
    "view.map.small": "draw_small_map",
    "view.scene.together.join": "join_scenes",
    "view.several": "Together is_several load_together",
    "view.scene.scene": "Scene ScenePath build_scene",
    "view.start.server": "StartServer start",
    "view.show": "LevelOptions Shown Way load_shown",
}
"""Module → the public names that it defines."""

_MODULES = {"edit": "mesh.edit", "edits": "repair.edits", "errors": "errors"}
"""Public name → the module that it is."""

_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = ["__version__", *_MODULES, *_MODULE_OF]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"kotorlevel.{_MODULES[name]}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kotorlevel' has no attribute {name!r}")
    value = getattr(import_module(f"kotorlevel.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
