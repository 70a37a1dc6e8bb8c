// The engine's ports in memory: a log, a journal that keeps what was committed, and a lease on TestClock.
// What survives an engine's death is in `MemoryStore`; what an engine remembers is not.
import { Clock, Effect, Layer } from "effect"
import { decodeLog, partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { partitionMask, writePartitionMask } from "../../../src/domain/intake/PartitionMask.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Placement } from "../../../src/domain/rule/Facts.ts"
import { inOrder, type Observation, type Subject, subjectKey } from "../../../src/domain/rule/Observation.ts"
import { blank, type RuleState, type Timing, wakeAt } from "../../../src/domain/rule/RuleState.ts"
import type { WornDevice } from "../../../src/domain/rule/scope.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import type { NewEvent } from "../../../src/engine/evaluate/NewEvent.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import type { EngineOptions } from "../../../src/engine/live/EngineOptions.ts"
import { isPast, type Lane } from "../../../src/engine/evaluate/Lane.ts"
import type { Needs } from "../../../src/engine/evaluate/Needs.ts"
import {
  type RuleSetRows,
  FactSource,
  Feed,
  Fenced,
  History,
  Ids,
  Journal,
  LateSpans,
  type LogRow,
  type ScheduledSubject,
  type Memory,
  type Epochs,
  Ownership,
  PartitionPlacement,
  type Parking,
  RuleSetSource,
  RuleSetUnusable,
  type TickProgressRow,
  Unfit
} from "../../../src/engine/ports.ts"
import { LogGrowth } from "../../../src/store/engine/LogGrowth.ts"
import { factsOf, MemoryHistory } from "./memoryHistory.ts"
import { MemoryPlacement } from "./MemoryPlacement.ts"
import { packLog, subjectOf } from "./logPayload.ts"
import { pendingRows } from "./pendingRows.ts"

/** What a database would hold. */
export class MemoryStore {
  readonly log: Array<LogRow> = []
  readonly cursors = new Map<number, number>(Array.from({ length: PARTITIONS }, (_, p) => [p, 0]))
  readonly ruleSets = new Map<string, RuleSetRows>()
  readonly events = new Map<string, NewEvent>()
  readonly failures: Array<string> = []
  readonly cleared: Array<string> = []
  readonly late: Array<{ readonly subject: string; readonly from: number }> = []
  readonly ended = new Map<string, number>()
  readonly commits: Array<{ readonly epoch: number; readonly at: number }> = []
  /** What the database will not take, whatever it says about it. */
  refuses: (changes: BatchResult) => boolean = () => false
  /** At which commits the connection is lost before anything is written. */
  loses: (changes: BatchResult) => boolean = () => false
  /** Projects whose rules cannot be read. */
  readonly broken = new Set<string>()
  /** Projects whose rules are read, and cannot be used. */
  readonly unusable = new Set<string>()
  /** Which projects are parked, and why. */
  readonly parked = new Map<string, Parking>()
  /** Rows of a partition that are read at once. */
  rowsAtOnce = Infinity
  /** Ids of subjects that were deleted. */
  readonly deleted = new Set<string>()
  /** The groups of all entities. */
  groups: ReadonlyArray<string> = []
  /** What all entities wear; null: nothing is known but the device they were seen by. */
  worn: ReadonlyArray<WornDevice> | null = null
  /** Counts up when subjects are not who they were. */
  roster = 1
  /** Commits as they were decided, in order. */
  readonly committed: Array<BatchResult> = []
  readonly skippedRows: Array<number> = []
  readonly states = new Map<
    string,
    {
      readonly ruleId: string
      readonly subject: Subject
      readonly blankFrom: number
      readonly timing: Timing
      readonly state: RuleState
      readonly episode: string | null
    }
  >()
  readonly placements = new Map<string, ReadonlyMap<string, Placement>>()
  /** What a replay begins from, and what replays changed. */
  readonly past = new MemoryHistory(() => this.read)
  private readonly periods = new Map<string, { readonly version: number; readonly scopeKey: string }>()
  private readonly ticks = new Map<string, TickProgressRow>()
  private readonly lanes = new Map<string, Lane>()
  private readonly editions = new Map<string, RuleSetRows>()
  private readonly stored = new Set<number>()
  private readonly epochs = new Map<number, number>()
  /** The engines on it, and which partitions they have. */
  readonly placement = new MemoryPlacement()
  private ids = 0
  private readonly growths = new Set<LogGrowth>()

  /** Appends records as one ingest transaction at the clock's time. One that is there already changes nothing. */
  append(...sent: ReadonlyArray<Observation>): Effect.Effect<void> {
    return Effect.sync(() => {
      const seen = sent.filter((o) => !this.stored.has(o.recordId))
      for (const { recordId } of seen) this.stored.add(recordId)
      const byPartition = Map.groupBy(seen, (o) => partitionOf(o.subject.id))
      for (const [partition, list] of byPartition) {
        this.log.push({
          partition,
          id: this.log.length + 1,
          payload: packLog([...list].sort(inOrder))
        })
      }
      this.notify(writePartitionMask(partitionMask(byPartition.keys())))
    })
  }

  /** Tells every engine that the log has grown; the payload is that of the notification. */
  notify(payload: string): void {
    for (const growth of this.growths) growth.add(payload)
  }

  /** Events that are not superseded, by key, and when their episodes ended. */
  get valid(): ReadonlyArray<string> {
    return [...this.events.values()]
      .filter((e) => !this.past.superseded.has(e.key))
      .map((e) => `${e.key} until ${this.ended.get(e.id) ?? null}`)
      .sort()
  }

  get fired(): ReadonlyArray<string> {
    return [...this.events.values()]
      .sort((a, b) => a.at - b.at)
      .map((e) => `${new Date(e.at).toISOString().slice(11, 19)} ${e.kind} ${e.rule.name}`)
  }

  private get read(): ReadonlyArray<Observation> {
    return this.log.flatMap((r) =>
      decodeLog(r.payload, subjectOf).filter(({ at, subject: { id, projectId } }) => {
        const lane = this.lanes.get(`${r.partition}|${projectId}`)
        if (lane === undefined) return r.id <= this.cursors.get(r.partition)!
        return r.id <= lane.position || (r.id <= lane.upTo && isPast(lane.place, id, at))
      })
    )
  }

  /** The lanes as they are. */
  get openLanes(): ReadonlyArray<Lane> {
    return [...this.lanes.values()]
  }

  private roll(projectId: string, since: number): ReadonlyArray<ScheduledSubject> {
    const bySubject = Map.groupBy(
      this.read.filter((o) => o.subject.projectId === projectId && !this.deleted.has(o.subject.id)),
      (o) => subjectKey(o.subject)
    )
    return [...bySubject.values()].map((seen) => {
      const receipts = seen.map((o) => o.receivedAt).sort((a, b) => a - b)
      return {
        subject: seen.at(-1)!.subject,
        arrivals: receipts.slice(
          Math.max(
            0,
            receipts.findLastIndex((r) => r <= since)
          )
        )
      }
    })
  }

  private memoryOf(
    subject: Subject,
    needs: Needs,
    read: ReadonlyMap<string, ReadonlyArray<Observation>>
  ): Memory {
    const key = subjectKey(subject)
    return {
      ...factsOf(read.get(key) ?? [], needs),
      placements: this.placements.get(key) ?? new Map(),
      edition: this.periods.get(key)?.version ?? null,
      scopeKey: this.periods.get(key)?.scopeKey ?? null,
      states: [...this.states.values()].filter((s) => s.subject.id === subject.id)
    }
  }

  /** States of rules that were disabled or began blank since are of no use; their open episodes end. */
  private adopt(partition: number, projectId: string, now: number): void {
    for (const [key, { blankFrom, episode, ruleId, subject }] of this.states) {
      if (
        subject.projectId !== projectId ||
        partitionOf(subject.id) !== partition ||
        this.ruleSets.get(projectId)?.rules.some((r) => r.id === ruleId && r.blankFrom === blankFrom) === true
      )
        continue
      this.states.delete(key)
      if (episode !== null && !this.ended.has(episode)) this.ended.set(episode, now)
    }
  }

  /** Another process claims a partition, whatever the placement says. */
  usurp(partition: number): void {
    this.epochs.set(partition, (this.epochs.get(partition) ?? 0) + 1)
  }

  /** Returns the partitions that are not the committer's, or not where it read them; null: a lane is not. */
  private commit(epochs: Epochs, changes: BatchResult, now: number): ReadonlyArray<number> | null {
    const lost = changes.cursors.filter(
      ({ from, partition }) =>
        epochs.get(partition) !== this.epochs.get(partition) || this.cursors.get(partition) !== from
    )
    if (lost.length > 0) return lost.map((c) => c.partition)
    const keyOf = ({ partition, projectId }: Lane) => `${partition}|${projectId}`
    if (
      changes.lanes.some(
        ({ after, before }) =>
          JSON.stringify(this.lanes.get(keyOf((before ?? after)!))) !== JSON.stringify(before ?? undefined)
      )
    )
      return null
    for (const { after, before } of changes.lanes) {
      if (after === null) this.lanes.delete(keyOf(before!))
      else this.lanes.set(keyOf(after), after)
    }
    for (const c of changes.cursors) this.cursors.set(c.partition, c.to)
    for (const { projectId, reason } of changes.parkings) {
      if (reason === null) this.parked.delete(projectId)
      else this.parked.set(projectId, { projectId, ...reason })
    }
    for (const { partition, projectId } of changes.adoptions) this.adopt(partition, projectId, changes.now)
    const known = this.past.commit(changes, this)
    for (const e of changes.events) {
      if (known.has(e.id)) continue
      if (this.events.has(e.key)) throw new Error(`the same event twice: ${e.key}`)
      this.events.set(e.key, e)
    }
    for (const [actor, subject] of changes.states) {
      const key = `${actor.rule.id}|${subject.id}`
      if (actor.state === blank) this.states.delete(key)
      else
        this.states.set(key, {
          ruleId: actor.rule.id,
          subject,
          blankFrom: actor.rule.blankFrom,
          timing: actor.rule,
          state: actor.state,
          episode: actor.episode
        })
    }
    const cut = new Set(
      changes.rewrites.flatMap(({ span, to }) => (to < Infinity ? [subjectKey(span.subject)] : []))
    )
    for (const { filterKey, placement, subject } of changes.moves) {
      const key = subjectKey(subject)
      if (!cut.has(key))
        this.placements.set(key, new Map([...(this.placements.get(key) ?? []), [filterKey, placement]]))
    }
    for (const { scopeKey, subject, version } of changes.periods)
      this.periods.set(subjectKey(subject), { version, scopeKey })
    for (const t of changes.ticked) this.ticks.set(`${t.projectId}|${t.partition}`, t)
    for (const { at, eventId } of changes.ended) {
      const id = known.get(eventId) ?? eventId
      if (!this.ended.has(id)) this.ended.set(id, at) // what has ended stays so
    }
    for (const f of changes.failures) this.failures.push(`${f.code} ${f.rule.name}`)
    this.cleared.push(...changes.cleared)
    for (const l of changes.late.values()) this.late.push({ subject: l.subject.id, from: l.from })
    if (changes.skippedRow !== null) this.skippedRows.push(changes.skippedRow.row)
    this.commits.push({ epoch: Math.max(...epochs.values()), at: now })
    this.committed.push(changes)
    return []
  }

  /** An engine of its own memory on this store. */
  readonly engine = (options: EngineOptions = { tickGraceSeconds: 20 }): Layer.Layer<Engine> =>
    Engine.layer(options).pipe(Layer.provide(this.ports()))

  /** The store as an engine sees it. */
  readonly ports = () =>
    Layer.mergeAll(
      Layer.effect(
        Feed,
        Effect.map(LogGrowth.make, (growth) => {
          this.growths.add(growth)
          return Feed.of({
            read: ({ cursors }) =>
              Effect.sync(() => {
                growth.clear()
                const at = new Map(cursors.map((c) => [c.partition, c.position]))
                const left = Map.groupBy(
                  this.log.filter((r) => r.id > (at.get(r.partition) ?? Infinity)),
                  (r) => r.partition
                )
                return {
                  rows: [...left.values()].flatMap((rows) => rows.slice(0, this.rowsAtOnce)),
                  atEnd: new Set(
                    cursors.flatMap(({ partition }) =>
                      (left.get(partition)?.length ?? 0) <= this.rowsAtOnce ? [partition] : []
                    )
                  )
                }
              }),
            windows: (_, asked) =>
              Effect.sync(() =>
                asked.map(({ fixed, from, partition, to }) => {
                  const near = this.log.filter((r) => r.partition === partition && r.id > from && r.id <= to),
                    rows = fixed ? near : near.slice(0, this.rowsAtOnce)
                  return { partition, rows, upTo: rows.length === near.length ? to : rows.at(-1)!.id }
                })
              ),
            editions: (ids) =>
              Effect.sync(
                () =>
                  new Map(
                    ids.flatMap((id) =>
                      this.ruleSets.has(id)
                        ? [[id, { ruleSet: this.ruleSets.get(id)!.version, roster: this.roster }]]
                        : []
                    )
                  )
              ),
            scheduled: Effect.sync(
              () =>
                new Map(
                  [...this.ruleSets].flatMap(([id, { rules, version }]) =>
                    rules.some((r) => (r.document as RuleDocument).trigger.kind === "schedule")
                      ? [[id, { ruleSet: version, roster: this.roster }]]
                      : []
                  )
                )
            ),
            wait: (milliseconds, partitions) => growth.wait(milliseconds, partitions)
          })
        })
      ),
      Layer.succeed(RuleSetSource, {
        load: (id) =>
          Effect.gen({ self: this }, function* () {
            if (this.broken.has(id)) throw new Error(`the rules of ${id} cannot be read`)
            if (this.unusable.has(id))
              return yield* new RuleSetUnusable({ code: "RULE_SET_TOO_LARGE", message: "too much" })
            const rows = this.ruleSets.get(id) ?? null
            if (rows !== null) this.editions.set(`${id}|${rows.version}`, rows)
            return rows
          }),
        at: (id, version) => Effect.sync(() => this.editions.get(`${id}|${version}`)!)
      }),
      Layer.succeed(FactSource, {
        loadMemories: (subjects, _, needs) =>
          Effect.sync(() => {
            const read = Map.groupBy(this.read, (o) => subjectKey(o.subject))
            return new Map(subjects.map((s) => [s, this.memoryOf(s, needs, read)]))
          }),
        who: (subjects) =>
          Effect.sync(
            () =>
              new Map(
                subjects
                  .filter((s) => !this.deleted.has(s.id))
                  .map((s) => [
                    s.id,
                    {
                      entity:
                        s.entityId === null
                          ? null
                          : {
                              id: s.id,
                              name: "Alma",
                              typeId: "t",
                              groupIds: this.groups,
                              ...(this.worn === null ? {} : { worn: this.worn })
                            },
                      device: { id: s.deviceId, name: "Collar" }
                    }
                  ])
              )
          ),
        scheduledSubjects: (projectId, { cursors }, since) =>
          Effect.sync(() => {
            const read = new Set(cursors.map((c) => c.partition))
            return this.roll(projectId, since).filter(({ subject }) => read.has(partitionOf(subject.id)))
          }),
        tickProgress: (partitions) =>
          Effect.sync(() => [...this.ticks.values()].filter((t) => partitions.includes(t.partition))),
        pendingDeadlines: (partitions, range) =>
          Effect.sync(() => {
            const rows = [...this.states.values()].flatMap((s) => {
              const wake = wakeAt(s.state, s.timing)
              return wake === null ? [] : [{ ruleId: s.ruleId, subject: s.subject, wakeAt: wake }]
            })
            return pendingRows(rows, partitions, range)
          })
      }),
      // no late lane: spans are noted and stay
      Layer.succeed(LateSpans, { due: () => Effect.succeed([]), unfinished: () => Effect.succeed([]) }),
      Layer.succeed(History, {
        recall: () => Effect.die("no past"),
        records: () => Effect.die("no past"),
        arrivals: () => Effect.die("no past"),
        delayedSendTimes: () => Effect.die("no past"),
        editions: () => Effect.die("no past")
      }),
      Layer.succeed(Journal, {
        commit: (epochs, changes) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.suspend((): Effect.Effect<void, Fenced | Unfit> => {
              if (this.loses(changes)) return Effect.die("the connection is lost")
              if (this.refuses(changes)) return Effect.fail(new Unfit({ message: "refused" }))
              const lost = this.commit(epochs, changes, now)
              return lost?.length === 0
                ? Effect.void
                : Effect.fail(new Fenced({ message: "not the owner", partitions: lost ?? [] }))
            })
          )
      }),
      Layer.succeed(Ownership, {
        claim: (partitions) =>
          Effect.sync(() => {
            const tenures = partitions.map((partition) => {
              const epoch = (this.epochs.get(partition) ?? 0) + 1
              this.epochs.set(partition, epoch)
              return { partition, epoch, position: this.cursors.get(partition)! }
            })
            const claimed = new Set(partitions)
            return {
              tenures,
              lanes: this.openLanes.filter((lane) => claimed.has(lane.partition)),
              parked: [...this.parked.values()]
            }
          })
      }),
      Layer.effect(PartitionPlacement, this.placement.join),
      Layer.succeed(Ids, { next: () => `id-${++this.ids}` }),
      Layer.succeed(History, this.past.history),
      Layer.succeed(LateSpans, this.past.lateSpans)
    )
}
