// Whether the palette is open. The shell shows it; any page may open it.
import { watched } from "../../watched.ts"

const open = watched(false)

/** Reads and watches whether the palette is open. */
export const { read: readPalette, watch: watchPalette } = open
/** Opens the palette. */
export const openPalette = (): void => open.set(true)
/** Closes the palette. */
export const closePalette = (): void => open.set(false)
