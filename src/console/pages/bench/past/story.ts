// The result of a test by subject, as the lanes draw it.
import { localeOf } from "../../../../words/language.ts"
import type { Drawn, TestEvent, TestResult } from "../../../data/ruleTests.ts"
import type { Point, Stretch } from "./approximate.ts"

/** Fired is an event on a lane: of the draft, of the active version only, or of both. */
export interface Fired {
  readonly key: string
  readonly at: number
  readonly by: "draft" | "baseline" | "both"
  readonly event: TestEvent
}

/** Story is the test result of one subject. */
export interface Story {
  readonly id: string
  readonly name: string
  readonly isEntity: boolean
  readonly drawn: Drawn
  readonly spans: ReadonlyArray<Stretch>
  /** when only the conditions of the active version hold */
  readonly others: ReadonlyArray<Stretch>
  readonly fired: ReadonlyArray<Fired>
}

/** idOf returns the id of a subject, entity or device. */
const idOf = ({ device_id, entity_id }: TestEvent["subject"]): string => entity_id ?? device_id ?? ""

const fired =
  (by: Fired["by"]) =>
  (event: TestEvent): Fired => ({
    key: `${by} ${event.time} ${event.reason} ${event.feature?.id ?? ""}`,
    at: Date.parse(event.time),
    by,
    event
  })

/** firedIn returns all listed events, oldest first. */
const firedIn = ({ baseline, events }: TestResult): ReadonlyArray<Fired> =>
  (baseline === undefined
    ? events.map(fired("draft"))
    : [
        ...baseline.added.map(fired("draft")),
        ...baseline.unchanged.map(fired("both")),
        ...baseline.removed.map(fired("baseline"))
      ]
  ).sort((a, b) => a.at - b.at)

/** Memoises a conversion by its input: during a drag it is called many times. */
const once = <Of extends object, Made>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const made = known.get(of) ?? make(of)
    known.set(of, made)
    return made
  }
}

/** stretchesOf converts the spans of a response to epoch ms. */
export const stretchesOf = once((spans: Drawn["spans"]): ReadonlyArray<Stretch> =>
  spans.map(({ from, to, value }) => ({ from: Date.parse(from), to: Date.parse(to), value }))
)

const isHeld = ({ value }: Stretch): boolean => value === true

/** heldWithout returns the spans where `own` holds and `others` do not; both in order of time. */
export const heldWithout = (
  own: ReadonlyArray<Stretch>,
  others: ReadonlyArray<Stretch>
): ReadonlyArray<Stretch> => {
  const left: Array<Stretch> = [],
    cuts = others.filter(isHeld)
  let next = 0
  for (const { from, to } of own.filter(isHeld)) {
    while (next < cuts.length && cuts[next]!.to <= from) next++
    let begin = from
    for (let i = next; i < cuts.length && cuts[i]!.from < to; i++) {
      if (cuts[i]!.from > begin) left.push({ from: begin, to: cuts[i]!.from, value: true })
      begin = Math.max(begin, cuts[i]!.to)
    }
    if (begin < to) left.push({ from: begin, to, value: true })
  }
  return left
}

/** storiesOf returns one story per subject, by name, including subjects that fired but have no drawing. */
export const storiesOf = (result: TestResult): ReadonlyArray<Story> => {
  const bySubject = Map.groupBy(firedIn(result), ({ event }) => idOf(event.subject))
  return (result.evaluation ?? [])
    .map((drawn) => {
      const spans = stretchesOf(drawn.spans)
      return {
        id: idOf(drawn.subject),
        name: drawn.subject.name,
        isEntity: drawn.subject.entity_id !== null,
        drawn,
        spans,
        others: heldWithout(stretchesOf(drawn.baseline_spans ?? []), spans),
        fired: bySubject.get(idOf(drawn.subject)) ?? []
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, localeOf(), { numeric: true }))
}

/**
 * mostTelling returns the subject to select first: most events with the draft, then with the other version,
 * then the first.
 */
export const mostTelling = (stories: ReadonlyArray<Story>): Story | undefined => {
  const weight = ({ fired }: Story) =>
    fired.filter(({ by }) => by !== "baseline").length * 1000 + fired.length
  return stories.reduce<Story | undefined>(
    (best, one) => (best === undefined || weight(one) > weight(best) ? one : best),
    undefined
  )
}

const readPoints = once((points: Drawn["series"][number]["points"]): ReadonlyArray<Point> =>
  points.map(({ time, value }) => ({ at: Date.parse(time), value }))
)

/** pointsOf returns the series of a limit. */
export const pointsOf = ({ drawn }: Story, series: string): ReadonlyArray<Point> => {
  const found = drawn.series.find(({ metric }) => metric === series)
  return found === undefined ? [] : readPoints(found.points)
}
