// Spanish words of the charts.
import type { charts as english } from "../en/charts.ts"
import type { Like } from "../tools.ts"

/** charts are the words of the charts. */
export const charts: Like<typeof english> = {}
