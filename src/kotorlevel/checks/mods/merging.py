"""Whether two mods' versions of an area can be merged."""

from __future__ import annotations

from pathlib import Path

from kotorlevel.area.edit.merge.merge import merge_areas
from kotorlevel.area.edit.merge.three_way import ConflictError
from kotorlevel.area.install.mods import Mod
from kotorlevel.checks.mods.values import PairMerge
from kotorlevel.checks.mods.views import ModuleViews
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key


def try_merge(views: ModuleViews, a: Mod, b: Mod) -> PairMerge | None:
    """What merging gives, with the game's own area as the base; None where one has no level."""
    one, other, base = views.alone(a), views.alone(b), views.game_only
    if one is None or other is None:
        return None
    paths = _path_of(views, a), _path_of(views, b)
    has_base = base is not None
    try:
        merge_areas(one.area, other.area, base.area if base else None)
    except ConflictError as error:
        return PairMerge(a.name, b.name, paths, error.conflicts, has_base=has_base)
    except (ValueError, FormatError) as error:
        return PairMerge(a.name, b.name, paths, error=str(error), has_base=has_base)
    return PairMerge(a.name, b.name, paths, has_base=has_base)


def _path_of(views: ModuleViews, mod: Mod) -> Path:
    """What `merge` takes for a mod: its folder, or its module where all it has is in there."""
    module = mod.modules.get(name_key(views.module))
    area = views.all.area
    names = {(name_key(name), kind) for name, kind in views.files()}
    if module is None or not names.isdisjoint(mod.names()) or not area.rooms:
        return mod.path
    return module.files[0]
