/** Light or dark: as the system says, or as chosen here. */

import { DARK, LIGHT, type Palette } from "../draw/palette.ts";
import type { ChoiceStore } from "./choices.ts";

export class Theme {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private readonly listeners: (() => void)[] = [];
  dark = false;

  constructor(private readonly choices: ChoiceStore) {
    this.system.addEventListener("change", () => this.apply());
    choices.watch(["theme"], () => this.apply());
  }

  get palette(): Palette {
    return this.dark ? DARK : LIGHT;
  }

  toggle(): void {
    this.choices.change({ theme: this.dark ? "light" : "dark" });
  }

  changed(listener: () => void): void {
    this.listeners.push(listener);
  }

  private apply(): void {
    const { theme } = this.choices.value;
    this.dark = theme === "auto" ? this.system.matches : theme === "dark";
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    for (const listener of this.listeners) listener();
  }
}
