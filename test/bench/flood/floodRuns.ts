// The runs of the flood, by name.

/**
 * FLOOD_RUNS are where a flood's rules begin: at the end, in an archive, at the start, or in rules of their
 * own.
 */
export const floodRuns = ["end", "archived", "start", "rules"] as const
export type FloodRun = (typeof floodRuns)[number]
