// How much of what somebody did waits for the server: every page says it, whoever sends it.
import { watched } from "../watched.ts"

export const { read: readUnsent, set: tellUnsent, watch: watchUnsent } = watched(0)
