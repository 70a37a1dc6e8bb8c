// Light or dark: as the system has it, unless somebody chose.

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const KEY = "pugmark theme"

export const themeOf = (): Theme => {
  const kept = localStorage.getItem(KEY)
  return themes.find((theme) => theme === kept) ?? "system"
}

const show = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

const watchers = new Set<() => void>()

/** Called when other colours apply: what is drawn on a canvas has to be drawn again. */
export const watchTheme = (tell: () => void): (() => void) => {
  const system = matchMedia("(prefers-color-scheme: dark)")
  system.addEventListener("change", tell)
  watchers.add(tell)
  return () => {
    system.removeEventListener("change", tell)
    watchers.delete(tell)
  }
}

export const setTheme = (theme: Theme): void => {
  if (theme === "system") localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  show(theme)
  for (const tell of watchers) tell()
}

/** As somebody chose elsewhere, and said to the server. */
export const followTheme = (theme: Theme): void => {
  if (theme !== themeOf()) setTheme(theme)
}

/** Before the first paint. */
export const startTheme = (): void => show(themeOf())
