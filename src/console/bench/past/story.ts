// What a test found, subject by subject, as the lanes draw it.
import type { Drawn, TestEvent, TestResult } from "../../queries/ruleTests.ts"
import type { Point, Stretch } from "./approximate.ts"

/** An event on a lane: of the draft, of the version in force alone, or of both. */
export interface Fired {
  readonly key: string
  readonly at: number
  readonly by: "draft" | "baseline" | "both"
  readonly event: TestEvent
}

export interface Story {
  readonly id: string
  readonly name: string
  readonly isEntity: boolean
  readonly drawn: Drawn
  readonly spans: ReadonlyArray<Stretch>
  /** when the conditions of the version in force alone hold */
  readonly others: ReadonlyArray<Stretch>
  readonly fired: ReadonlyArray<Fired>
}

/** Their id, whichever kind of subject it is. */
export const idOf = ({ device_id, entity_id }: TestEvent["subject"]): string => entity_id ?? device_id ?? ""

const fired =
  (by: Fired["by"]) =>
  (event: TestEvent): Fired => ({
    key: `${by} ${event.time} ${event.reason} ${event.feature?.id ?? ""}`,
    at: Date.parse(event.time),
    by,
    event
  })

/** All events that are listed, oldest first. */
export const firedIn = ({ baseline, events }: TestResult): ReadonlyArray<Fired> =>
  (baseline === undefined
    ? events.map(fired("draft"))
    : [
        ...baseline.added.map(fired("draft")),
        ...baseline.unchanged.map(fired("both")),
        ...baseline.removed.map(fired("baseline"))
      ]
  ).sort((a, b) => a.at - b.at)

/** What is made of a part of an answer is made once: while a limit is dragged it is asked for many times. */
const once = <Of extends object, Made>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const made = known.get(of) ?? make(of)
    known.set(of, made)
    return made
  }
}

export const stretchesOf = once((spans: Drawn["spans"]): ReadonlyArray<Stretch> =>
  spans.map(({ from, to, value }) => ({ from: Date.parse(from), to: Date.parse(to), value }))
)

const isHeld = ({ value }: Stretch): boolean => value === true

/** Where conditions hold and others do not; both in the order of time. */
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

/** A lane each, by name; who fired and is not drawn has one too. */
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
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
}

/** Whom to show first: who fires most with the draft, else with the other version, else the first. */
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

/** The series that a limit is compared with. */
export const pointsOf = ({ drawn }: Story, series: string): ReadonlyArray<Point> => {
  const found = drawn.series.find(({ metric }) => metric === series)
  return found === undefined ? [] : readPoints(found.points)
}
