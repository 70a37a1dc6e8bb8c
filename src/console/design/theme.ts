// Light or dark: the system's setting, unless the user chose one.

/** themes are the choices. */
export const themes = ["system", "light", "dark"] as const
/** Theme is the user's choice. */
export type Theme = (typeof themes)[number]

const KEY = "pugmark theme"

/** themeOf returns the stored choice. */
export const themeOf = (): Theme => {
  const kept = localStorage.getItem(KEY)
  return themes.find((theme) => theme === kept) ?? "system"
}

const show = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

const watchers = new Set<() => void>()

/** watchTheme calls `tell` when the colours change, because canvases must be drawn again. */
export const watchTheme = (tell: () => void): (() => void) => {
  const system = matchMedia("(prefers-color-scheme: dark)")
  system.addEventListener("change", tell)
  watchers.add(tell)
  return () => {
    system.removeEventListener("change", tell)
    watchers.delete(tell)
  }
}

/** setTheme stores and applies a choice. */
export const setTheme = (theme: Theme): void => {
  if (theme === "system") localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  show(theme)
  for (const tell of watchers) tell()
}

/** followTheme applies the choice that the user made on another machine. */
export const followTheme = (theme: Theme): void => {
  if (theme !== themeOf()) setTheme(theme)
}

/** startTheme applies the stored choice; called before the first paint. */
export const startTheme = (): void => show(themeOf())
