// Compares the events of two rules over the same past, slice by slice: which only one of them makes, and
// which both do.
import { opensAlert } from "../domain/event/opensAlert.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import { identityOf } from "./identityOf.ts"

/** Counts are numbers of events; `alerts`: those that open one, which reminders do not. */
export interface Counts {
  readonly fired: number
  readonly reminders: number
  readonly alerts: number
}

/** Counts of no events. */
export const noCounts: Counts = { fired: 0, reminders: 0, alerts: 0 }

/** Adds events to counts. */
export const addCounts = (so: Counts, events: Iterable<NewEvent>): Counts => {
  let { alerts, fired, reminders } = so
  for (const event of events) {
    if (event.kind === "reminder") reminders++
    else fired++
    if (opensAlert(event)) alerts++
  }
  return { fired, reminders, alerts }
}

type Side = "added" | "removed" | "unchanged"
/** Totals are numbers of events by side. */
type Totals = Readonly<Record<Side, number>>

/** Compared lists the first events of each side and counts all of them. */
export interface Compared extends Readonly<Record<Side, ReadonlyArray<NewEvent>>> {
  readonly totals: Totals
  /** counts of the baseline */
  readonly counts: Counts
  /** totals by subject, of subjects with an event */
  readonly subjects: ReadonlyMap<string, Totals>
}

/** Comparison collects the events of two rules. */
export class Comparison {
  private readonly most: number
  private readonly kept: Readonly<Record<Side, Array<NewEvent>>> = { added: [], removed: [], unchanged: [] }
  private readonly totals = { added: 0, removed: 0, unchanged: 0 }
  private readonly subjects = new Map<string, Record<Side, number>>()
  private counts = noCounts

  /** `most`: events of a side that are kept. */
  constructor(most: number) {
    this.most = most
  }

  /** Adds all events of both in a stretch of time, each in order. */
  take(own: ReadonlyArray<NewEvent>, others: ReadonlyArray<NewEvent>): void {
    this.counts = addCounts(this.counts, others)
    const left = new Map(others.map((e) => [identityOf(e), e]))
    for (const event of own) this.note(left.delete(identityOf(event)) ? "unchanged" : "added", event)
    for (const event of left.values()) this.note("removed", event)
  }

  result(): Compared {
    return { ...this.kept, totals: this.totals, counts: this.counts, subjects: this.subjects }
  }

  private note(side: Side, event: NewEvent): void {
    const { id } = event.subject
    const own = this.subjects.get(id) ?? { added: 0, removed: 0, unchanged: 0 }
    this.subjects.set(id, own)
    own[side]++
    this.totals[side]++
    if (this.kept[side].length < this.most) this.kept[side].push(event)
  }
}
