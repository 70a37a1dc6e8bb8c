// The stories of a day: seeds that follow from the date, so that every day tells some that nobody has told.

/** No day tells more. */
const A_DAY = 100_000
const DAY_MS = 86_400_000

/** The first seed of a day, in UTC. */
export const seedOfDay = (now: Date): number => Math.floor(now.getTime() / DAY_MS) * A_DAY
