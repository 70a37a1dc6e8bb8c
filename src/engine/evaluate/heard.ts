// When a subject was heard, and when it could not be: its arrivals, and the outages of the ways by which its
// devices report.
import type { Hearing, Reporter, Stretch } from "../../domain/hearing/Hearing.ts"
import { reportersOf, type Who } from "../../domain/rule/scope.ts"
import { addArrival, type Delayed, forgetArrivals } from "./arrivals.ts"

/** Listened is the part of a subject's memory that outages concern. */
export interface Listened {
  readonly who: Who
  /** the known outages, shared by all subjects */
  readonly hearing: Hearing
  /** the devices that report for it; null: those it wears */
  readonly reporters: ReadonlyArray<Reporter> | null
}

/** Heard adds the arrivals of a subject. */
interface Heard extends Listened {
  arrivals: Array<number> | null
  delayed: Array<Delayed> | null
}

/** Whether a subject could not be heard at a moment. */
export const isUnheard = ({ hearing, reporters, who }: Listened, at: number): boolean =>
  !hearing.isWhole && hearing.isDeafTo(reporters ?? reportersOf(who), at)

/** Returns the stretches of `[from, to)` in which a subject could not be heard. */
export const unheardIn = (
  { hearing, reporters, who }: Listened,
  from: number,
  to: number
): ReadonlyArray<Stretch> => (hearing.isWhole ? [] : hearing.deafTo(reporters ?? reportersOf(who), from, to))

/** Whether a moment lies in an outage, or may lie in one that is not known yet. */
const mayBeUnheard = ({ hearing }: Listened, at: number): boolean =>
  at >= hearing.knownTo || hearing.hasOutageAt(at)

/** Records an arrival, and when it was sent if that may have been during an outage. */
export const noteArrival = (heard: Heard, receivedAt: number, sentAt: number): void => {
  if (heard.arrivals === null) return
  addArrival(heard.arrivals, receivedAt)
  if (sentAt >= receivedAt || !mayBeUnheard(heard, sentAt)) return
  const before = heard.delayed?.filter((d) => mayBeUnheard(heard, d.sentAt)) ?? []
  heard.delayed = [...before, { sentAt, receivedAt }]
}

/** Drops arrivals that are not read any more: of those up to a moment only the newest counts. */
export const forgetHeard = (heard: Heard, to: number): void => {
  if (heard.arrivals === null) return
  forgetArrivals(heard.arrivals, to)
  if (heard.delayed === null) return
  // a record that arrived by then is a newer sign of life
  const ahead = heard.delayed.filter((d) => d.receivedAt > to)
  heard.delayed = ahead.length === 0 ? null : ahead
}
