// Events of two rules over the same past, held against each other stretch by stretch: which only one of them
// makes, and which both do.
import { opensAlert } from "../domain/event/opensAlert.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import { identityOf } from "./identityOf.ts"

/** Events by what they are; `alerts`: those that open one, which reminders do not. */
export interface Counts {
  readonly fired: number
  readonly reminders: number
  readonly alerts: number
}

export const none: Counts = { fired: 0, reminders: 0, alerts: 0 }

export const counted = (so: Counts, events: Iterable<NewEvent>): Counts => {
  let { alerts, fired, reminders } = so
  for (const event of events) {
    if (event.kind === "reminder") reminders++
    else fired++
    if (opensAlert(event)) alerts++
  }
  return { fired, reminders, alerts }
}

type Side = "added" | "removed" | "unchanged"
export type Totals = Readonly<Record<Side, number>>

/** The first events of each side, all of them counted. */
export interface Compared extends Readonly<Record<Side, ReadonlyArray<NewEvent>>> {
  readonly totals: Totals
  /** of what is compared with */
  readonly counts: Counts
  /** of each subject of which there is any event, by its id */
  readonly subjects: ReadonlyMap<string, Totals>
}

export class Comparison {
  private readonly most: number
  private readonly kept: Readonly<Record<Side, Array<NewEvent>>> = { added: [], removed: [], unchanged: [] }
  private readonly totals = { added: 0, removed: 0, unchanged: 0 }
  private readonly subjects = new Map<string, Record<Side, number>>()
  private counts = none

  /** `most`: events of a side that are kept. */
  constructor(most: number) {
    this.most = most
  }

  /** Takes all events of both in a stretch of time, each in their order. */
  take(own: ReadonlyArray<NewEvent>, others: ReadonlyArray<NewEvent>): void {
    this.counts = counted(this.counts, others)
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
