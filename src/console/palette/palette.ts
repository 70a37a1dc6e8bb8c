// Whether the palette is open. A dialog of the shell; any page may open it.
import { watched } from "../watched.ts"

const open = watched(false)

export const { read: readPalette, watch: watchPalette } = open
export const openPalette = (): void => open.set(true)
export const closePalette = (): void => open.set(false)
