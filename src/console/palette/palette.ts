// Whether the palette is open. A dialog of the shell; any page may open it.
let open = false
const watchers = new Set<() => void>()

const set = (to: boolean): void => {
  open = to
  for (const watch of watchers) watch()
}

export const readPalette = (): boolean => open
export const watchPalette = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
export const openPalette = (): void => set(true)
export const closePalette = (): void => set(false)
