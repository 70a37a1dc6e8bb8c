// Spanish words of the page of metrics.
import type { metrics as english } from "../en/metrics.ts"
import type { Like } from "../tools.ts"

/** metrics are the words of the page of metrics. */
export const metrics: Like<typeof english> = {}
