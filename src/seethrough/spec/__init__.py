"""Components and their specs: one string, one JSON object, one identity.

A spec string names a component and those of its fields that differ from their defaults; the JSON
form, which reports and sidecars hold, names all of them:

    bm25
    linkage:knowledge=first(k=5),linker=dense
    {"name": "linkage", "linker": {"name": "dense", "window": 128, ...}, ...}

Fields of the outermost component follow a colon, those of an inner one stand in parentheses,
several values of one field are joined by ``+``, and a value with ``,+()"`` in it is quoted as a
JSON string. A component from elsewhere is named ``package.module:Class`` or by an entry point of
the group ``seethrough.KIND``.
"""

from seethrough.spec.building import build, component, parse
from seethrough.spec.describing import describe, roles_in
from seethrough.spec.writing import brief, format_json, key, name_of, to_json, to_string

__all__ = [
    "brief",
    "build",
    "component",
    "describe",
    "format_json",
    "key",
    "name_of",
    "parse",
    "roles_in",
    "to_json",
    "to_string",
]
