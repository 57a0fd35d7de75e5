"""Settings of Sphinx for the site that docs/build.py makes."""

import kotorlevel

project = "KotorLevel"
author = "The KotorLevel authors"
release = kotorlevel.__version__
extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
master_doc = "index"

myst_heading_anchors = 3  # as GitHub names them, so that links work in both
myst_enable_extensions = ["strikethrough"]
suppress_warnings = [
    "myst.header",  # a guide may go from # to ###
    "misc.highlighting_failure",  # what a command prints is no program
]
highlight_language = "none"
pygments_style = "default"
pygments_dark_style = "github-dark"

html_theme = "furo"
html_title = "KotorLevel"
html_static_path = ["static"]
html_css_files = ["style.css"]
html_favicon = "static/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0b5c8a",
        "color-brand-content": "#0b5c8a",
        "font-stack": "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
        "font-stack--monospace": "'Cascadia Mono', Consolas, 'DejaVu Sans Mono', Menlo, monospace",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7cc4ef",
        "color-brand-content": "#7cc4ef",
    },
    "footer_icons": [],
}

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
