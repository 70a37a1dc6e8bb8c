// The order in which waiting logins have their password tried, when there are more than can be tried at once. Two
// lanes alternate, so a flood of doubtful logins takes at most every second turn from clean ones. Within a lane,
// clients that retry at the time they were given go before clients that come for the first time.

/**
 * LANES are the two queues of logins. `clean`: neither the address nor the account has failed lately, or the
 * browser or session is known; `doubtful`: one of them has failed.
 */
export const LANES = ["clean", "doubtful"] as const
/** Lane is the queue that a login waits in. */
export type Lane = (typeof LANES)[number]

/** QueuedLogin is a login that waits to have its password tried. */
export interface QueuedLogin {
  readonly lane: Lane
  /** when the client was first refused, if it retries as told; null: it comes for the first time. Epoch ms */
  readonly firstRefusedAt: number | null
  /** how many logins arrived before it */
  readonly arrival: number
}

/** Compares two logins of one lane: below 0 where the first is tried first. */
const byFirstRefusal = (a: QueuedLogin, b: QueuedLogin): number => {
  if (a.firstRefusedAt === null || b.firstRefusedAt === null)
    return Number(a.firstRefusedAt === null) - Number(b.firstRefusedAt === null) || a.arrival - b.arrival
  return a.firstRefusedAt - b.firstRefusedAt || a.arrival - b.arrival
}

/** Returns the login to try next; `served` is the lane that had the turn before (null: none yet). */
export const nextLogin = <Login extends QueuedLogin>(
  waiting: ReadonlyArray<Login>,
  served: Lane | null
): Login | undefined => {
  const otherLane = waiting.filter((login) => login.lane !== served)
  return (otherLane.length > 0 ? otherLane : waiting).reduce<Login | undefined>(
    (first, login) => (first === undefined || byFirstRefusal(login, first) < 0 ? login : first),
    undefined
  )
}

/** Counts the waiting logins that are tried before `login`, if no other arrives. */
export const loginsBefore = (
  waiting: ReadonlyArray<QueuedLogin>,
  login: QueuedLogin,
  served: Lane | null
): number => {
  const sameLane = waiting.filter(
    (other) => other.lane === login.lane && byFirstRefusal(other, login) < 0
  ).length
  const otherLane = waiting.filter((other) => other.lane !== login.lane).length
  return sameLane + Math.min(otherLane, sameLane + (served === login.lane ? 1 : 0))
}
