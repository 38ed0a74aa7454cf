"""Generates the pages that say what the code says: a page per component, and the repository's own.

MkDocs calls the functions below while it builds the site (``make docs``).
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from seethrough import components, spec

ROOT = Path(__file__).parent.parent
PLAIN = ROOT / "docs" / "attacks"
SECTIONS = {
    "Attributes:": "### Fields",
    "Args:": "### Arguments",
    "Source:": "**Source:**",
}


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    for page, source in (("index.md", "README.md"), ("security.md", "SECURITY.md")):
        text = (ROOT / source).read_text("utf-8").replace("](docs/", "](")
        text = text.replace("[notebooks](notebooks)", "notebooks (`notebooks/`)")
        files.append(File.generated(config, page, content=text))
    index = ["# Components", "", "Every component, as `seethrough list` shows them.", ""]
    for kind in components.LISTED:
        index += [f"## {kind.capitalize()}", ""]
        for name in components.names(kind):
            page = f"components/{kind}/{name}.md"
            files.append(File.generated(config, page, content=component_page(kind, name)))
            summary = spec.describe(kind, name)["summary"]
            index.append(f"- [`{name}`]({kind}/{name}.md): {summary}")
        index.append("")
    files.append(File.generated(config, "components/index.md", content="\n".join(index)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Link what is elsewhere on the site than in the repository."""
    path = Path(page.file.src_uri)
    if path.parent == Path("attacks"):
        return f"{markdown}\nAll its fields: [{path.stem}](../components/attacks/{path.name}).\n"
    return markdown.replace("](../SECURITY.md", "](security.md")


def component_page(kind: str, name: str) -> str:
    """Return the page of one component, from its docstring and fields."""
    described = spec.describe(kind, name)
    cls = components.component_class(kind, name)
    lines = [f"# {name}", "", f"*{kind}*", ""]
    if kind == "attacks" and (PLAIN / f"{name}.md").exists():
        lines += [f"[In plain words](../../attacks/{name}.md)", ""]
    for line in (inspect.getdoc(cls) or "").splitlines():
        if line.strip() == "Attributes:":
            break
        lines.append(SECTIONS.get(line.strip(), line))
    lines += ["", "## Fields", ""]
    if described["fields"]:
        lines += ["| field | type | default | |", "| --- | --- | --- | --- |"]
        for field in described["fields"]:
            default = "*required*" if field["required"] else f"`{shown(field['default'])}`"
            meaning = field["meaning"].replace("|", "\\|")
            kind_name = field["type"].replace("|", "\\|")
            lines.append(f"| `{field['name']}` | {kind_name} | {default} | {meaning} |")
    else:
        lines.append("It has none.")
    figures = getattr(cls, "figures", ())
    if figures:
        lines += ["", "## Figures", "", "| name | title | better | means | does not mean |"]
        lines.append("| --- | --- | --- | --- | --- |")
        for figure in figures:
            better = figure.direction.split("_")[0]
            lines.append(
                f"| `{figure.name}` | {figure.called} | {better} | {figure.means} |"
                f" {figure.does_not_mean} |"
            )
    return "\n".join(lines) + "\n"


def shown(default: Any) -> str:
    """Return a default as it is written in a spec."""
    if isinstance(default, dict):
        return spec.format_json(default)
    if isinstance(default, list):
        return "+".join(shown(d) for d in default)
    return str(default)
