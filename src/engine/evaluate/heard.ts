// When a subject was heard, and when it could not be: its arrivals, and the outages that concern its devices.
import type { Hearing, Reporter, Stretch } from "../../domain/hearing/Hearing.ts"
import { reportersOf, type Who } from "../../domain/rule/scope.ts"
import { addArrival, type Delayed, forgetArrivals } from "./arrivals.ts"

/** A subject as outages concern it. */
export interface Listened {
  readonly who: Who
  /** the outages that are known, shared by all subjects */
  readonly hearing: Hearing
  /** the devices that report for it; null: those that it wears */
  readonly reporters: ReadonlyArray<Reporter> | null
}

/** What is remembered of a subject's arrivals. */
interface Heard extends Listened {
  receipts: Array<number> | null
  delayed: Array<Delayed> | null
}

/** Whether nothing that a subject sent at a moment could be heard. */
export const isUnheard = ({ hearing, reporters, who }: Listened, at: number): boolean =>
  !hearing.isWhole && hearing.isDeafTo(reporters ?? reportersOf(who), at)

/** The stretches of `[from, to)` in which nothing of a subject could be heard. */
export const unheardIn = (
  { hearing, reporters, who }: Listened,
  from: number,
  to: number
): ReadonlyArray<Stretch> => (hearing.isWhole ? [] : hearing.deafTo(reporters ?? reportersOf(who), from, to))

/** Whether a moment lies in an outage, or may lie in one that is not known yet. */
const mayBeUnheard = ({ hearing }: Listened, at: number): boolean =>
  at >= hearing.knownTo || hearing.hasOutageAt(at)

/** Notes that something arrived, and when it was sent where that may have been amid an outage. */
export const noteArrival = (heard: Heard, receivedAt: number, sentAt: number): void => {
  if (heard.receipts === null) return
  addArrival(heard.receipts, receivedAt)
  if (sentAt >= receivedAt || !mayBeUnheard(heard, sentAt)) return
  const before = heard.delayed?.filter((d) => mayBeUnheard(heard, d.sentAt)) ?? []
  heard.delayed = [...before, { sentAt, receivedAt }]
}

/** Nothing up to a moment is asked any more: of the arrivals before it only the newest counts. */
export const forgetHeard = (heard: Heard, to: number): void => {
  if (heard.receipts === null) return
  forgetArrivals(heard.receipts, to)
  if (heard.delayed === null) return
  // where the record itself arrived by then, that is the newer sign of life
  const ahead = heard.delayed.filter((d) => d.receivedAt > to)
  heard.delayed = ahead.length === 0 ? null : ahead
}
