"""Completing commands and options with the Tab key, also in PowerShell."""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from kotorlevel.cli.main import VARIABLE

SHELLS = ("bash", "zsh", "fish", "powershell")

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = $commandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString() }
    $env:COMP_WORDS = $words -join "`n"
    $env:COMP_CWORD = $wordToComplete
    $env:%(complete_var)s = "powershell_complete"
    try {
        $program = $commandAst.CommandElements[0].ToString().Trim('"', "'")
        & $program | Where-Object { $_ } | ForEach-Object {
            $value, $about = $_ -split "`t", 2
            [System.Management.Automation.CompletionResult]::new(
                $value, $value, "ParameterValue", $about)
        }
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:%(complete_var)s -ErrorAction Ignore
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, on Windows and elsewhere."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being typed, and that one."""
        words = [word.strip("\"'") for word in os.environ.get("COMP_WORDS", "").split("\n")]
        incomplete = os.environ.get("COMP_CWORD", "").strip("\"'")
        if incomplete and words[-1] == incomplete:
            words.pop()
        return words[1:], incomplete

    def complete(self) -> str:
        """A line for each; none where files are meant, which PowerShell completes itself."""
        items = self.get_completions(*self.get_completion_args())
        return "\n".join(self.format_completion(item) for item in items if item.type == "plain")

    def format_completion(self, item: CompletionItem) -> str:
        """The word, and what is said of it; PowerShell wants that not to be empty."""
        return f"{item.value}\t{item.help or item.value}"


def prepare_completion() -> None:
    """Know PowerShell, which click does not."""
    add_completion_class(PowerShellComplete)


def completion_script(command: click.Command, shell: str) -> str:
    """What a shell must run to complete ``command``. Raises `KeyError` for an unknown shell."""
    prepare_completion()
    found = get_completion_class(shell)
    if found is None:
        raise KeyError(shell)
    made = found(command, {}, "kotorlevel", VARIABLE)
    # Not made.source(), which would look for a bash on this machine.
    return made.source_template % made.source_vars()
