// Pairs the events of an unchanged past with those of a disturbed one: which are the same, moved in time,
// gone or new.
import type { NewEvent } from "../../engine/evaluate/NewEvent.ts"

/** MAX_SHIFT_MS is how much earlier or later an event may come and still be the same one. */
const MAX_SHIFT_MS = 3_600_000

/** Pairing is the result: numbers and lists of events. */
export interface Pairing {
  readonly same: number
  readonly moved: ReadonlyArray<NewEvent>
  readonly added: ReadonlyArray<NewEvent>
  readonly removed: ReadonlyArray<NewEvent>
}

const aboutOf = (e: NewEvent): string => [e.subject.id, e.kind, e.feature?.id ?? ""].join("|")
const byTime = (a: NewEvent, b: NewEvent): number => a.at - b.at

/** Pairs events. `expected`: how much later or earlier an event may be and count as not moved, ms. */
export const pairEvents = (
  before: ReadonlyArray<NewEvent>,
  after: ReadonlyArray<NewEvent>,
  expected: number
): Pairing => {
  let same = 0
  const moved: Array<NewEvent> = [],
    added: Array<NewEvent> = [],
    removed: Array<NewEvent> = []
  const others = Map.groupBy(after, aboutOf)
  for (const [about, list] of Map.groupBy(before, aboutOf)) {
    const left = [...(others.get(about) ?? [])].sort(byTime)
    others.delete(about)
    // events at their own time first, so that a new event nearby is not taken for them
    const pairUp = (events: ReadonlyArray<NewEvent>, within: number, found: (e: NewEvent) => void) =>
      events.filter((event) => {
        const i = left.findIndex((e) => Math.abs(e.at - event.at) <= within)
        if (i < 0) return true
        found(left.splice(i, 1)[0]!)
        return false
      })
    const unpaired = pairUp([...list].sort(byTime), expected, () => same++)
    removed.push(...pairUp(unpaired, MAX_SHIFT_MS, (e) => moved.push(e)))
    added.push(...left)
  }
  for (const list of others.values()) added.push(...list)
  return { same, moved: moved.sort(byTime), added: added.sort(byTime), removed: removed.sort(byTime) }
}
