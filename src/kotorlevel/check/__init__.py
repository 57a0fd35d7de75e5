"""Rules with ids, the findings they make, and reports of them.

``kotorlevel.check`` is this package, and by its fixed name also the function that runs it:
``kl.check(path)`` is `kotorlevel.check.run.check`. So the module can be called.
"""

import sys
from types import ModuleType
from typing import Any


class _CallableModule(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from kotorlevel.check.run import check

        return check(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
