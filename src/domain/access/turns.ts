// Who has a password looked at next where not everybody can: two lanes by turns, and in each whoever came
// back as told before whoever comes first. Whoever has no failures to their name has every second turn,
// however many others there are, and all of them while there are none.

/**
 * `clean`: neither the address nor the account has failed of late, or the caller is known already;
 * `doubtful`: one of them has.
 */
export const LANES = ["clean", "doubtful"] as const
export type Lane = (typeof LANES)[number]

export interface Comer {
  readonly lane: Lane
  /** when they were first sent away, of whoever came back when told to; null: they come first. Epoch ms */
  readonly since: number | null
  /** the count of those who came before */
  readonly arrival: number
}

/** Whose turn is first, of two in one lane: below 0 where it is the first one's. */
const byPatience = (a: Comer, b: Comer): number => {
  if (a.since === null || b.since === null)
    return Number(a.since === null) - Number(b.since === null) || a.arrival - b.arrival
  return a.since - b.since || a.arrival - b.arrival
}

/** Who is next among those who wait, when `served` is the lane that had the turn before (null: none yet). */
export const nextOf = <C extends Comer>(waiting: ReadonlyArray<C>, served: Lane | null): C | undefined => {
  const other = waiting.filter((comer) => comer.lane !== served)
  return (other.length > 0 ? other : waiting).reduce<C | undefined>(
    (first, comer) => (first === undefined || byPatience(comer, first) < 0 ? comer : first),
    undefined
  )
}

/** How many of those who wait have their turn before `comer`, if nobody else comes. */
export const turnsBefore = (waiting: ReadonlyArray<Comer>, comer: Comer, served: Lane | null): number => {
  const own = waiting.filter((other) => other.lane === comer.lane && byPatience(other, comer) < 0).length
  const others = waiting.filter((other) => other.lane !== comer.lane).length
  return own + Math.min(others, own + (served === comer.lane ? 1 : 0))
}

/** What work has been done within a share of the time, on a clock that nobody sets; ms. */
export interface Purse {
  /** part of one processor in the long run */
  readonly share: number
  /** work that may be done ahead of it */
  readonly aheadMs: number
  /** when all work done so far will be within the share */
  readonly evenAt: number
}

/** When the next work may begin, if `more` ms of it are done before. */
export const affordable = ({ aheadMs, evenAt, share }: Purse, now: number, more = 0): number =>
  Math.max(evenAt, now) + (more - aheadMs) / share

/** The purse after work that took `spentMs` of a processor from `began` on. */
export const spend = (purse: Purse, began: number, spentMs: number): Purse => ({
  ...purse,
  evenAt: Math.max(purse.evenAt, began) + spentMs / purse.share
})
