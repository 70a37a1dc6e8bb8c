// The stored past in memory: what records leave, what the journal kept of moves, transitions and periods,
// and the spans that the late lane has to look at.
import { Effect } from "effect"
import type { Fix, Placement, Sample } from "../../../src/domain/rule/Facts.ts"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { inOrder, type Observation, type Subject, subjectKey } from "../../../src/domain/rule/Observation.ts"
import { isBlank, type RuleState } from "../../../src/domain/rule/RuleState.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import type { NewEvent } from "../../../src/engine/evaluate/NewEvent.ts"
import { type StateValue, stateValueOf, stateValueKey } from "../../../src/domain/rule/stateChange.ts"
import { keepsState, type Needs } from "../../../src/engine/evaluate/Needs.ts"
import {
  type Edition,
  History,
  LateSpans,
  type Memory,
  type ReadLimits,
  noMemory,
  type HistoryPart,
  type LateSpan,
  type HistorySpan
} from "../../../src/engine/ports.ts"
import type { Rewrite } from "../../../src/engine/evaluate/Rewrite.ts"

/** The facts of some records, whatever their order. */
export const factsOf = (records: ReadonlyArray<Observation>, needs: Needs): Memory => {
  const { metrics, network, spans } = needs
  const lastStates = new Map<string, StateValue>()
  const latest = new Map<string, Sample>()
  const samples = new Map<string, Array<Sample>>()
  let fix: Fix | undefined, networkFix: Fix | undefined
  const ordered = [...records].sort(inOrder)
  for (const o of ordered) {
    if (o._tag === "Measurement") {
      const sample = { at: o.at, value: o.value, recordId: o.recordId }
      if (metrics.includes(o.metric)) latest.set(o.metric, sample)
      if (spans.has(o.metric)) samples.set(o.metric, [...(samples.get(o.metric) ?? []), sample])
    }
    if (o._tag === "DeviceState" && keepsState(needs, o.key))
      lastStates.set(stateValueKey(o.subject.deviceId, o.key), stateValueOf(o))
    if (o._tag !== "Position") continue
    const { altitudeM, at, lat, lon, recordId, speedMps } = o
    if (o.recordType === "gnss") fix = { at, recordId, lon, lat, altitudeM, speedMps }
    else if (network) networkFix = { at, recordId, lon, lat, altitudeM, speedMps }
  }
  return { ...noMemory, watermark: ordered.at(-1)?.at ?? null, fix, networkFix, latest, samples, lastStates }
}

/**
 * A stretch's records, ascending, as far as they may be read at once: one kind has no more than so many, and
 * no instant is split. `decided`: moments of what was decided there.
 */
export const pieceOf = (
  records: ReadonlyArray<Observation>,
  decided: ReadonlyArray<number>,
  from: number,
  most: ReadLimits
): HistoryPart => {
  const beyond = (times: ReadonlyArray<number>, most: number) =>
    times.toSorted((a, b) => a - b)[most] ?? Infinity
  const kinds = [...Map.groupBy(records, (o) => o._tag).values()].map((list) =>
    beyond(
      list.map((o) => o.at),
      most.records
    )
  )
  const until = Math.max(from, Math.min(...kinds, beyond(decided, most.decided)) - 1)
  return { records: records.filter((o) => o.at <= until), until, hasMore: records.some((o) => o.at > until) }
}

interface StoredState {
  readonly ruleId: string
  readonly blankFrom: number
  readonly state: RuleState
  readonly episode: string | null
}

/** The tables of a MemoryStore that a rewrite changes. */
interface Tables {
  readonly events: Map<string, NewEvent>
  readonly ended: Map<string, number>
  readonly states: Map<string, StoredState & { readonly subject: Subject }>
  readonly placements: Map<string, ReadonlyMap<string, Placement>>
}

/** When records were sent in some stretches that came later, ascending. */
export const delayedSendTimes = (
  records: ReadonlyArray<Observation>,
  within: ReadonlyArray<{ readonly from: number; readonly to: number }>
): ReadonlyArray<number> =>
  [
    ...new Set(
      records
        .filter((o) => o.receivedAt > o.at && within.some(({ from, to }) => o.at >= from && o.at < to))
        .map((o) => o.at)
    )
  ].sort((a, b) => a - b)

export class MemoryHistory {
  /** keys of events that are superseded */
  readonly superseded = new Set<string>()
  /** what was done, a line each */
  readonly rewritten: Array<string> = []
  /** ids of records that somebody found invalid */
  readonly invalid = new Set<number>()
  readonly transitions: Array<
    StoredState & { readonly subject: string; readonly at: number; readonly version: number }
  > = []
  readonly moves: Array<{
    readonly subject: string
    readonly filterKey: string
    readonly at: number
    readonly placement: Placement
  }> = []
  readonly periods: Array<Edition & { readonly subject: string }> = []
  private readonly spans: Array<{
    readonly id: number
    readonly subject: Subject
    from: number
    readonly reason: string
    readonly notedAt: number
    done: boolean
    begun: boolean
  }> = []
  /** events by their key, of the tables */
  private events: ReadonlyMap<string, NewEvent> = new Map()
  private readonly read: () => ReadonlyArray<Observation>

  /** `read`: the records up to the cursors. */
  constructor(read: () => ReadonlyArray<Observation>) {
    this.read = read
  }

  /** Somebody changes the past of a subject. */
  note(subject: Subject, from: number, reason: string, notedAt: number): void {
    this.spans.push({ id: this.spans.length + 1, subject, from, reason, notedAt, done: false, begun: false })
  }

  get waiting(): number {
    return this.spans.filter((s) => !s.done).length
  }

  /** Takes a batch in, its rewrites first; gives the ids of events that exist, by the ids they were given now. */
  commit(changes: BatchResult, tables: Tables): ReadonlyMap<string, string> {
    const { now } = changes
    this.events = tables.events
    const known = new Map<string, string>()
    const nameOf = (subjectId: string, projectId: string) =>
      [...changes.states.values(), ...changes.rewrites.map((r) => r.span.subject)].find(
        (s) => s.id === subjectId && s.projectId === projectId
      )
    for (const rewrite of changes.rewrites) this.rewrite(rewrite, tables, known)
    for (const { failure } of changes.dismissed) this.rewritten.push(`dismissed: ${failure}`)
    for (const { span, to } of [
      ...changes.rewrites,
      ...changes.dismissed.map((d) => ({ ...d, to: Infinity }))
    ]) {
      for (const id of span.ids) {
        const noted = this.spans[id - 1]!
        noted.done = to === Infinity
        noted.begun = true
        noted.from = to + 1
      }
    }
    for (const event of changes.events) {
      const kept = tables.events.get(event.key)
      if (kept === undefined || !this.superseded.delete(event.key)) continue
      this.rewritten.push(`restored ${event.key}`)
      known.set(event.id, kept.id)
      tables.ended.delete(kept.id)
    }
    for (const actor of changes.states.keys())
      if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
    for (const { at, episode, rule, state, subjectId } of changes.transitions) {
      const subject = nameOf(subjectId, rule.projectId)
      if (subject === undefined) throw new Error("a transition of a subject without a state")
      this.transitions.push({
        subject: subjectKey(subject),
        ruleId: rule.id,
        version: rule.version,
        at,
        state,
        blankFrom: rule.blankFrom,
        episode: episode === null ? null : (known.get(episode) ?? episode)
      })
    }
    for (const { at, filterKey, placement, subject } of changes.moves)
      this.moves.push({ subject: subjectKey(subject), filterKey, at, placement })
    for (const { subject, ...period } of changes.periods)
      this.periods.push({ ...period, subject: subjectKey(subject), beganAt: now })
    for (const { from, subject } of changes.late.values()) this.note(subject, from, "late_record", now)
    return known
  }

  private rewrite(
    { endings, events, isJudgedBy, filterKeys, open, placements, span, to }: Rewrite,
    tables: Tables,
    known: Map<string, string>
  ): void {
    const subject = subjectKey(span.subject)
    const drop = <T>(list: Array<T>, isGone: (t: T) => boolean) =>
      void list.splice(0, Infinity, ...list.filter((t) => !isGone(t)))
    const isIn = (at: number) => at >= span.from && at <= to
    drop(this.transitions, (t) => t.subject === subject && isIn(t.at))
    drop(this.moves, (m) => m.subject === subject && isIn(m.at))
    if (to === Infinity)
      for (const [key, s] of tables.states) if (subjectKey(s.subject) === subject) tables.states.delete(key)
    tables.placements.set(
      subject,
      new Map([
        ...[...(tables.placements.get(subject) ?? [])].filter(
          ([filterKey]) => !filterKeys.includes(filterKey)
        ),
        ...[...placements].filter(([filterKey]) => filterKeys.includes(filterKey))
      ])
    )

    const keys = new Set(events.map((e) => e.key))
    const end = (id: string, kept: NewEvent) => {
      const ending = endings.get(id),
        stored = tables.ended.get(kept.id)
      if (ending === undefined) {
        if (stored !== undefined && stored <= to) tables.ended.delete(kept.id)
      } else if (stored === undefined || ending.after === null || stored <= ending.after)
        tables.ended.set(kept.id, Math.max(ending.at, kept.at))
    }
    for (const event of events) {
      const kept = tables.events.get(event.key)
      if (kept === undefined) {
        tables.events.set(event.key, event)
        this.rewritten.push(`created ${event.key}`)
      } else {
        known.set(event.id, kept.id)
        if (this.superseded.delete(event.key)) this.rewritten.push(`restored ${event.key}`)
      }
      end(event.id, kept ?? event)
    }
    for (const kept of tables.events.values()) {
      if (open.includes(kept.id)) end(kept.id, kept)
      if (
        subjectKey(kept.subject) !== subject ||
        !isIn(kept.at) ||
        keys.has(kept.key) ||
        this.superseded.has(kept.key)
      )
        continue
      const { id: ruleId, version } = kept.rule
      const features = kept.feature === null ? [] : [kept.feature]
      if (!isJudgedBy({ ruleId, version, at: kept.at, features })) continue
      this.superseded.add(kept.key)
      this.rewritten.push(`superseded ${kept.key}`)
    }
  }

  private ownOf(subject: Subject): ReadonlyArray<Observation> {
    const key = subjectKey(subject)
    return this.read().filter((o) => subjectKey(o.subject) === key)
  }

  private recall({ from, subject }: HistorySpan, needs: Needs): Memory {
    const key = subjectKey(subject)
    const last = <T extends { readonly at: number }>(list: ReadonlyArray<T>) =>
      list.filter((t) => t.at < from).reduce<T | null>((a, b) => (a === null || b.at >= a.at ? b : a), null)
    const own = this.moves.filter((m) => m.subject === key)
    const states = [
      ...Map.groupBy(
        this.transitions.filter((t) => t.subject === key),
        (t) => t.ruleId
      ).values()
    ].flatMap((list) => last(list) ?? [])
    return {
      ...factsOf(
        this.ownOf(subject).filter((o) => o.at < from && !this.invalid.has(o.recordId)),
        needs
      ),
      placements: new Map(
        needs.positionFilters.flatMap(({ key }): ReadonlyArray<[string, Placement]> => {
          const move = last(own.filter((m) => m.filterKey === key))
          return move === null ? [] : [[key, move.placement]]
        })
      ),
      states: states.filter((t) => !isBlank(t.state)),
      decided: new Map(states.map(({ at, ruleId, version }) => [ruleId, { at, version }]))
    }
  }

  readonly history = History.of({
    recall: (stretches, needs) =>
      Effect.sync(() => new Map(stretches.map((s) => [s.subject.id, this.recall(s, needs)]))),
    records: (stretches, _, most) =>
      Effect.sync(
        () =>
          new Map(
            stretches.map(({ from, subject, to }) => {
              const key = subjectKey(subject),
                decided = [...this.events.values()]
                  .filter((e) => subjectKey(e.subject) === key && e.at >= from)
                  .map((e) => e.at)
              return [
                subject.id,
                pieceOf(
                  this.ownOf(subject)
                    .filter((o) => o.at >= from && o.at <= to && !this.invalid.has(o.recordId))
                    .sort(inOrder),
                  decided,
                  from,
                  most
                )
              ]
            })
          )
      ),
    arrivals: (stretches) =>
      Effect.sync(
        () =>
          new Map(
            stretches.map(({ from, subject, to }) => {
              const all = [...new Set(this.ownOf(subject).map((o) => o.receivedAt))]
                .sort((a, b) => a - b)
                .filter((r) => r <= to)
              return [
                subject.id,
                all.slice(
                  Math.max(
                    0,
                    all.findLastIndex((r) => r < from)
                  )
                )
              ]
            })
          )
      ),
    delayedSendTimes: (asked) =>
      Effect.sync(
        () =>
          new Map(
            asked.map(({ within, subject }) => [subject.id, delayedSendTimes(this.ownOf(subject), within)])
          )
      ),
    editions: (subjects) =>
      Effect.sync(
        () => new Map(subjects.map((s) => [s.id, this.periods.filter((c) => c.subject === subjectKey(s))]))
      )
  })

  readonly lateSpans = LateSpans.of({
    due: ({ most, now, maxWaitMs, partitions, quietMs }) =>
      Effect.sync(() => {
        const turns = new Map<string, number>()
        return this.waitingBySubject
          .filter((list) => partitions.includes(partitionOf(list[0]!.subject.id)))
          .map((list) => (list.some((s) => s.begun) ? list.filter((s) => s.begun) : list))
          .filter(
            (list) =>
              list[0]!.begun ||
              Math.max(...list.map((s) => s.notedAt)) <= now - quietMs ||
              Math.min(...list.map((s) => s.notedAt)) <= now - maxWaitMs
          )
          .map((list) => {
            const { projectId } = list[0]!.subject,
              turn = turns.get(projectId) ?? 0
            turns.set(projectId, turn + 1)
            return { list, turn }
          })
          .sort((a, b) => a.turn - b.turn)
          .slice(0, most)
          .map(({ list }): LateSpan => ({
            ids: list.map((s) => s.id),
            begun: list[0]!.begun,
            subject: list[0]!.subject,
            from: Math.min(...list.map((s) => s.from)),
            reasons: [...new Set(list.map((s) => s.reason))]
          }))
      }),
    unfinished: (partitions) =>
      Effect.sync(() =>
        this.waitingBySubject.flatMap((list) => {
          const begun = list.filter((s) => s.begun && partitions.includes(partitionOf(s.subject.id)))
          if (begun.length === 0) return []
          const { subject } = begun[0]!,
            from = Math.min(...begun.map((s) => s.from))
          return [{ subject, from, judged: this.judgedBefore(subject, from) }]
        })
      )
  })

  private judgedBefore(subject: Subject, from: number): ReadonlyMap<string, number> {
    const last = new Map(
      this.transitions
        .filter((t) => t.subject === subjectKey(subject) && t.at < from)
        .toSorted((a, b) => a.at - b.at)
        .map((t) => [t.ruleId, t.state.judgedTo])
    )
    return new Map([...last].flatMap(([ruleId, to]) => (to === null ? [] : [[ruleId, to]])))
  }

  private get waitingBySubject() {
    return [
      ...Map.groupBy(
        this.spans.filter((s) => !s.done),
        (s) => subjectKey(s.subject)
      ).values()
    ]
  }
}
