// The engine's ports in memory: a log, a journal that keeps what was committed, and a lease on TestClock. What survives an
// engine's death is in `MemoryStore`; what an engine remembers is not.
import { Clock, Effect, Layer, Queue } from "effect"
import { decodeLog, type LogEntry, partitionOf, PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import type { Fix, Placement, Sample } from "../../src/domain/rule/Facts.ts"
import { inOrder, type Observation, type Subject } from "../../src/domain/rule/Observation.ts"
import { blank, type RuleState, wakeAt } from "../../src/domain/rule/RuleState.ts"
import type { Changes, NewEvent } from "../../src/engine/Changes.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { type BookRows, FactSource, Feed, Fenced, Ids, Journal, type LogRow, type Memory, Ownership, RuleBook, type Tenure, Unfit } from "../../src/engine/ports.ts"

const LEASE_MS = 6000

const entryOf = (o: Observation): LogEntry => {
  const head = [o.subject.projectId, o.subject.deviceId, o.subject.entityId, o.at, o.recordId] as const
  switch (o._tag) {
    case "Position":
      return [0, ...head, o.lon, o.lat, o.altitudeM, o.speedMps, o.accuracyM, o.recordType === "network" ? 1 : 0]
    case "Measurement":
      return [1, ...head, o.metric, o.value]
    case "DeviceState":
      return [2, ...head, o.key, o.value]
  }
}

/** What a database would hold. */
export class MemoryStore {
  readonly log: Array<LogRow> = []
  readonly cursors = new Map<number, number>(Array.from({ length: PARTITIONS }, (_, p) => [p, 0]))
  readonly books = new Map<string, BookRows>()
  readonly events = new Map<string, NewEvent>()
  readonly failures: Array<string> = []
  readonly cleared: Array<string> = []
  readonly late: Array<{ readonly subject: string; readonly from: number }> = []
  readonly ended = new Map<string, number>()
  readonly commits: Array<{ readonly epoch: number; readonly at: number }> = []
  /** What the database will not take, whatever it says about it. */
  refuses: (changes: Changes) => boolean = () => false
  readonly steppedOver: Array<number> = []
  private readonly states = new Map<string, { readonly ruleId: string; readonly subject: Subject; readonly blankFrom: number; readonly forMs: number; readonly state: RuleState; readonly episode: string | null }>()
  private readonly placements = new Map<string, Placement>()
  private epoch = 0
  private leaseUntil = -Infinity
  private ids = 0
  private readonly bells = new Set<Queue.Queue<void>>()

  /** Appends records as one ingest transaction at the clock's time. */
  append(...seen: ReadonlyArray<Observation>): Effect.Effect<void> {
    return Effect.sync(() => {
      for (const [partition, list] of Map.groupBy(seen, (o) => partitionOf(o.subject.id))) {
        this.log.push({ partition, id: this.log.length + 1, receivedAt: Math.max(...list.map((o) => o.receivedAt)), payload: JSON.stringify([...list].sort(inOrder).map(entryOf)) })
      }
      for (const bell of this.bells) Queue.offerUnsafe(bell, undefined)
    })
  }

  get fired(): ReadonlyArray<string> {
    return [...this.events.values()].sort((a, b) => a.at - b.at).map((e) => `${new Date(e.at).toISOString().slice(11, 19)} ${e.kind} ${e.rule.name}`)
  }

  private memoryOf(subject: Subject, metrics: ReadonlyArray<string>): Memory {
    const own = this.log.filter((r) => r.id <= (this.cursors.get(r.partition) ?? 0))
      .flatMap((r) => decodeLog(r.payload, r.receivedAt, (projectId, deviceId, entityId) => ({ id: entityId ?? deviceId, projectId, deviceId, entityId })))
      .filter((o) => o.subject.id === subject.id && o.subject.projectId === subject.projectId).sort(inOrder)
    const latest = new Map<string, Sample>()
    let fix: Fix | undefined
    for (const o of own) {
      if (o._tag === "Measurement" && metrics.includes(o.metric)) latest.set(o.metric, o)
      if (o._tag === "Position" && o.recordType === "gnss") fix = o
    }
    return {
      watermark: own.at(-1)?.at ?? null, fix, latest,
      placement: this.placements.get(`${subject.projectId}|${subject.id}`) ?? null,
      states: [...this.states.values()].filter((s) => s.subject.id === subject.id)
    }
  }

  private commit(tenure: Tenure, changes: Changes, now: number): boolean {
    if (tenure.epoch !== this.epoch || changes.cursors.some((c) => this.cursors.get(c.partition) !== c.from)) return false
    for (const c of changes.cursors) this.cursors.set(c.partition, c.to)
    for (const e of changes.events) {
      if (this.events.has(e.key)) throw new Error(`the same event twice: ${e.key}`)
      this.events.set(e.key, e)
    }
    for (const [actor, subject] of changes.states) {
      const key = `${actor.rule.id}|${subject.id}`
      if (actor.state === blank) this.states.delete(key)
      else this.states.set(key, { ruleId: actor.rule.id, subject, blankFrom: actor.rule.blankFrom, forMs: actor.rule.forMs, state: actor.state, episode: actor.episode })
    }
    for (const [subject, placement] of changes.placements) this.placements.set(`${subject.projectId}|${subject.id}`, placement)
    for (const e of changes.ended) this.ended.set(e.eventId, e.at)
    for (const f of changes.failures) this.failures.push(`${f.code} ${f.rule.name}`)
    this.cleared.push(...changes.cleared)
    for (const l of changes.late.values()) this.late.push({ subject: l.subject.id, from: l.from })
    if (changes.steppedOver !== null) this.steppedOver.push(changes.steppedOver.row)
    this.commits.push({ epoch: tenure.epoch, at: now })
    return true
  }

  /** An engine of its own memory on this store. */
  readonly engine = (): Layer.Layer<Engine> => Engine.layer.pipe(
    Layer.provide(Layer.mergeAll(
      Layer.effect(Feed, Effect.gen({ self: this }, function*() {
        const bell = yield* Queue.sliding<void>(1)
        this.bells.add(bell)
        return Feed.of({
          read: (cursors) => Effect.sync(() => {
            const at = new Map(cursors.map((c) => [c.partition, c.position]))
            return { rows: this.log.filter((r) => r.id > (at.get(r.partition) ?? Infinity)), atEnd: true }
          }),
          editions: (ids) => Effect.sync(() => new Map(ids.flatMap((id) => this.books.has(id) ? [[id, { book: this.books.get(id)!.version, roster: 1 }]] : []))),
          wait: (milliseconds) => Effect.asVoid(Effect.timeoutOption(Queue.take(bell), milliseconds))
        })
      })),
      Layer.succeed(RuleBook, { load: (id) => Effect.sync(() => this.books.get(id) ?? null) }),
      Layer.succeed(FactSource, {
        wake: (subjects, _, metrics) => Effect.sync(() => new Map(subjects.map((s) => [s.id, this.memoryOf(s, metrics)]))),
        who: (subjects) => Effect.sync(() => new Map(subjects.map((s) => [s.id, { entity: { id: s.id, name: "Alma", typeId: "t", groupIds: [] }, device: { id: s.deviceId, name: "Collar" } }]))),
        pending: Effect.sync(() => [...this.states.values()].flatMap((s) => {
          const wake = wakeAt(s.state, s.forMs)
          return wake === null ? [] : [{ ruleId: s.ruleId, subject: s.subject, wakeAt: wake }]
        }))
      }),
      Layer.succeed(Journal, {
        commit: (tenure, changes) => Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.suspend((): Effect.Effect<void, Fenced | Unfit> =>
          this.refuses(changes) ? Effect.fail(new Unfit({ message: "refused" })) : this.commit(tenure, changes, now) ? Effect.void : Effect.fail(new Fenced({ message: "not the owner" }))))
      }),
      Layer.succeed(Ownership, {
        claim: Effect.map(Clock.currentTimeMillis, (now) => {
          if (now < this.leaseUntil) return null
          this.leaseUntil = now + LEASE_MS
          return { epoch: ++this.epoch, cursors: [...this.cursors].map(([partition, position]) => ({ partition, position })) }
        }),
        renew: ({ epoch }) => Effect.map(Clock.currentTimeMillis, (now) => {
          if (epoch !== this.epoch) return false
          this.leaseUntil = now + LEASE_MS
          return true
        }),
        release: ({ epoch }) => Effect.sync(() => {
          if (epoch === this.epoch) this.leaseUntil = -Infinity
        })
      }),
      Layer.succeed(Ids, { next: () => `id-${++this.ids}` })
    ))
  )
}
