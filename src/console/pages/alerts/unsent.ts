// The number of queued acknowledgements, shown on every page.
import { watched } from "../../watched.ts"

export const { read: readUnsent, set: tellUnsent, watch: watchUnsent } = watched(0)
