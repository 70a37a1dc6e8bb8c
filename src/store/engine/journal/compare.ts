// Compares the events of a replay with those that exist: which are missing, superseded or valid again, and
// which episodes end at another time.
import type { NewEvent, Rewrite } from "../../../engine/ports.ts"
import type { KeyedEvent } from "./encode.ts"

/** ExistingEvent is an event that exists, with its alert. */
export interface ExistingEvent {
  readonly id: string
  readonly key: string
  readonly rule_id: string
  readonly rule_version: number
  readonly time: Date
  readonly title: string
  readonly superseded: boolean
  readonly ended_at: Date | null
  readonly features: ReadonlyArray<{ readonly id: string; readonly revision: number }> | null
  /** the alert that it opened */
  readonly alert_id: string | null
  readonly alert_status: string | null
  /** of a reminder: the alert that it is counted on, where it opened none */
  readonly carried_id: string | null
  /** of a reminder: the event that began its episode */
  readonly episode_id: string | null
}

/** KeyedRewrite is a rewrite, and its events with their keys. */
export interface KeyedRewrite {
  readonly rewrite: Rewrite
  readonly given: ReadonlyArray<KeyedEvent>
}

/** Verdict is what to do about events that exist. */
export interface Verdict {
  readonly missing: ReadonlyArray<KeyedEvent>
  /** ids of events that exist, by the id that the replay gave them */
  readonly known: ReadonlyMap<string, string>
  readonly superseded: ReadonlyArray<ExistingEvent>
  readonly restored: ReadonlyArray<ExistingEvent>
  /**
   * reminders that exist, each with the event that the replay gave for it: they may belong to another episode
   * now
   */
  readonly reminders: ReadonlyArray<{ readonly event: NewEvent; readonly kept: ExistingEvent }>
  readonly ends: ReadonlyArray<{ readonly event: ExistingEvent; readonly at: number | null }>
}

/**
 * Returns when an episode ended: one that ended with its rule keeps the time of that change; one that is open
 * at a cut may end after it.
 */
const endOf = ({ endings, to }: Rewrite, id: string, { ended_at, time }: ExistingEvent): number | null => {
  const ending = endings.get(id),
    stored = ended_at?.getTime() ?? null
  if (ending === undefined) return stored !== null && stored > to ? stored : null
  return ending.after !== null && stored !== null && stored > ending.after
    ? stored
    : Math.max(ending.at, time.getTime())
}

/** Compares the result of a replay with what exists. */
export const compare = (
  { given: keys, rewrite }: KeyedRewrite,
  kept: ReadonlyArray<ExistingEvent>
): Verdict => {
  const { isJudgedBy, open, span, to } = rewrite
  const byKey = new Map(kept.map((k) => [k.key, k])),
    byId = new Map(kept.map((k) => [k.id, k]))
  const given = keys
    .map((one) => ({ ...one, hex: one.key.toString("hex") }))
    .map((one) => ({ ...one, found: byKey.get(one.hex) }))
  const told = new Set(given.map((one) => one.hex))
  const ends = [
    ...given.flatMap(({ event, found }) => (found === undefined ? [] : [{ id: event.id, found }])),
    ...open.flatMap((id) => (byId.has(id) ? [{ id, found: byId.get(id)! }] : []))
  ].map(({ found, id }) => ({ event: found, at: endOf(rewrite, id, found) }))
  return {
    missing: given.flatMap(({ event, found, key }) => (found === undefined ? [{ event, key }] : [])),
    known: new Map(given.flatMap(({ event, found }) => (found === undefined ? [] : [[event.id, found.id]]))),
    reminders: given.flatMap(({ event, found }) =>
      found === undefined || event.kind !== "reminder" ? [] : [{ event, kept: found }]
    ),
    restored: given.flatMap(({ found }) => (found?.superseded === true ? [found] : [])),
    superseded: kept.filter((k) => {
      if (k.superseded || told.has(k.key) || k.time.getTime() < span.from || k.time.getTime() > to)
        return false
      const { features, rule_id: ruleId, rule_version: version, time } = k
      return isJudgedBy({ ruleId, version, at: time.getTime(), features: features ?? [] })
    }),
    ends: ends.filter(({ at, event }) => at !== (event.ended_at?.getTime() ?? null))
  }
}
