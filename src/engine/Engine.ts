// The loop: own the partitions, read a batch, judge it, commit it with its cursors, again. Memory is changed while judging and
// thrown away whenever a commit fails, so that it never runs ahead of the database.
import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { decodeLog, PARTITIONS, partitionOf } from "../domain/intake/LogEntry.ts"
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import { type Book, makeBook } from "./Book.ts"
import { Cell } from "./Cell.ts"
import { Changes } from "./Changes.ts"
import { type Bench, judgeRecords, judgeTimer } from "./judge.ts"
import { type Editions, FactSource, Feed, Fenced, Ids, Journal, type LogRow, Ownership, RuleBook, type Tenure } from "./ports.ts"
import { Timers } from "./Timers.ts"

/** How long an idle loop waits for the doorbell before it looks by itself. */
const IDLE_MS = 1000
/** A lease is renewed this often; it runs out after three times that (the store's choice). */
const RENEW_MS = 2000
/** After a batch of fewer records than FEW the loop lets others gather: a thousand devices that send one fix each cost few commits. */
const GATHER_MS = 10
const FEW = 500
/** Records judged before other fibers of the process get a turn. */
const TURN = 512
/** Timers judged in one batch: after a long rest many are due at once. */
const DUE = 2000

export interface Progress {
  readonly owner: boolean
  readonly epoch: number | null
  readonly cells: number
  readonly timers: number
  readonly batches: number
  readonly observations: number
  readonly events: number
  readonly lastBatchAt: number | null
}

export class Engine extends Context.Service<Engine, {
  /** Runs until interrupted: waits for ownership, works, and waits again when fenced. */
  readonly run: Effect.Effect<never>
  readonly progress: Effect.Effect<Progress>
}>()("engine/Engine") {
  static readonly layer = Layer.effect(Engine, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const feed = yield* Feed
  const ruleBook = yield* RuleBook
  const factSource = yield* FactSource
  const journal = yield* Journal
  const ownership = yield* Ownership
  const ids = yield* Ids

  const cells = new Map<string, Cell>()
  const books = new Map<string, Book>()
  const adopted = new Map<string, number>()
  const timers = new Timers()
  const positions = new Map<number, number>()
  const subjects = new Map<string, Subject>()
  /** Subjects that have a timer and no cell yet: after a start they sleep in the database. */
  const sleeping = new Map<string, Subject>()
  let tenure: Tenure | null = null
  /** the batch that the database refused last, by where its cursors were */
  let refusal: { readonly place: string; readonly times: number; readonly detail: string } | null = null
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const forget = () => {
    for (const memory of [cells, books, adopted, positions, subjects, sleeping]) memory.clear()
    timers.clear()
  }

  const subjectOf = (projectId: string, deviceId: string, entityId: string | null): Subject => {
    const key = entityId === null ? `${deviceId}|${projectId}` : `${entityId}|${deviceId}`
    let subject = subjects.get(key)
    if (subject === undefined) subjects.set(key, subject = { id: entityId ?? deviceId, projectId, entityId, deviceId })
    return subject
  }

  const bookOf = Effect.fnUntraced(function*(projectId: string, edition: number) {
    const known = books.get(projectId)
    if (known !== undefined && known.version >= edition) return known
    const rows = yield* ruleBook.load(projectId)
    const book = makeBook(projectId, rows ?? { version: edition, features: [], rules: [] })
    books.set(projectId, book)
    return book
  })

  /**
   * Cells are made of subjects never seen since the start, of those whose cell did not keep what the rules now read, and of devices that
   * came from another project: what they did there is nobody's business here. Those of an older roster look again who they are.
   */
  const wake = Effect.fnUntraced(function*(wanted: ReadonlyArray<Subject>, editions: ReadonlyMap<string, Editions>) {
    const cold: Array<Subject> = [], stale: Array<Subject> = []
    for (const s of wanted) {
      const cell = cells.get(s.id)
      if (cell === undefined || cell.subject.projectId !== s.projectId || !cell.knows(books.get(s.projectId)!)) cold.push(s)
      else if (cell.subject !== s || cell.roster !== editions.get(s.projectId)?.roster) stale.push(s)
    }
    if (cold.length + stale.length === 0) return
    const who = yield* factSource.who([...cold, ...stale])
    const metrics = [...new Set(cold.flatMap((s) => books.get(s.projectId)?.metrics ?? []))]
    const memories = cold.length === 0 ? new Map() : yield* factSource.wake(cold, [...positions].map(([partition, position]) => ({ partition, position })), metrics)
    const unknown = (s: Subject) => ({ entity: null, device: { id: s.deviceId, name: s.deviceId } })
    const nothing = { watermark: null, fix: undefined, latest: new Map(), placement: null, states: [] }
    for (const s of cold) cells.set(s.id, new Cell(s, who.get(s.id) ?? unknown(s), memories.get(s.id) ?? nothing, (id) => books.get(s.projectId)?.byId.get(id)))
    for (const s of stale) {
      const cell = cells.get(s.id)!
      cell.subject = s
      cell.who = who.get(s.id) ?? unknown(s)
    }
  })

  /** The edition a partition is judged with from here on goes on record with the batch that first uses it. */
  const adopt = (book: Book, partitions: Iterable<number>, changes: Changes) => {
    for (const partition of partitions) {
      const key = `${partition}|${book.projectId}`
      if (adopted.get(key) === book.version) continue
      adopted.set(key, book.version)
      changes.adoptions.push({ partition, projectId: book.projectId, version: book.version, from: positions.get(partition) ?? 0 })
    }
  }

  const judge = Effect.fnUntraced(function*(rows: ReadonlyArray<LogRow>, atEnd: boolean, now: number) {
    const changes = new Changes(now)
    const bySubject = new Map<string, Array<Observation>>()
    const projects = new Map<string, Set<number>>()
    const latest = new Map<string, Subject>()
    const note = (subject: Subject, partition: number) => {
      latest.set(subject.id, subject)
      const partitions = projects.get(subject.projectId)
      if (partitions === undefined) projects.set(subject.projectId, new Set([partition]))
      else partitions.add(partition)
    }
    const ends = new Map<number, number>()
    for (const row of rows) {
      ends.set(row.partition, row.id)
      for (const seen of decodeLog(row.payload, row.receivedAt, subjectOf)) {
        const list = bySubject.get(seen.subject.id)
        if (list === undefined) bySubject.set(seen.subject.id, [seen])
        else list.push(seen)
        if (latest.get(seen.subject.id) !== seen.subject) note(seen.subject, row.partition)
        count.observations++
      }
    }
    const due = atEnd ? timers.due(now, DUE) : []
    for (const t of due) {
      const subject = cells.get(t.subjectId)?.subject ?? sleeping.get(t.subjectId)
      if (subject === undefined) continue
      const partition = partitionOf(subject.id)
      if (!latest.has(subject.id)) note(subject, partition)
      if (!ends.has(partition)) ends.set(partition, positions.get(partition) ?? 0) // the epoch is proven on its row
    }
    if (latest.size > 0) {
      const editions = yield* feed.editions([...projects.keys()])
      for (const [projectId, partitions] of projects) {
        const edition = editions.get(projectId)
        if (edition !== undefined) adopt(yield* bookOf(projectId, edition.book), partitions, changes)
      }
      // a project that is gone has no rules, and nothing may be written for it
      for (const [id, subject] of latest) if (!editions.has(subject.projectId)) latest.delete(id)
      yield* wake([...latest.values()], editions)
      const benches = new Map<string, Bench>()
      const benchOf = (projectId: string): Bench => {
        let bench = benches.get(projectId)
        if (bench === undefined) {
          benches.set(projectId, bench = {
            changes, book: books.get(projectId)!, nextId: ids.next,
            setTimer: (cell, actor, at) => timers.set({ at, subjectId: cell.subject.id, ruleId: actor.rule.id })
          })
        }
        return bench
      }
      for (const subject of latest.values()) {
        const cell = cells.get(subject.id)!
        cell.adopt(benchOf(subject.projectId).book, editions.get(subject.projectId)?.roster ?? 0, changes)
      }
      let turn = 0
      for (const [id, records] of bySubject) {
        const cell = latest.has(id) ? cells.get(id) : undefined
        if (cell === undefined) continue
        judgeRecords(benchOf(cell.subject.projectId), cell, records)
        if ((turn += records.length) >= TURN) {
          turn = 0
          yield* Effect.yieldNow
        }
      }
      for (const t of due) {
        const cell = latest.has(t.subjectId) ? cells.get(t.subjectId) : undefined
        if (cell !== undefined) judgeTimer(benchOf(cell.subject.projectId), cell, t.ruleId, now)
      }
    }
    for (const [partition, to] of ends) changes.cursors.push({ partition, from: positions.get(partition) ?? 0, to })
    return changes
  })

  const place = () => JSON.stringify([...positions])

  /** A row that nobody can judge and commit: its records stay stored, and are the late lane's. */
  const stepOver = (row: LogRow, now: number, detail: string): Changes => {
    const changes = new Changes(now)
    const seen = decodeLog(row.payload, row.receivedAt, subjectOf)
    for (const o of seen) changes.lateFrom(o.subject, o.at)
    changes.steppedOver = { row: row.id, detail, projectIds: [...new Set(seen.map((o) => o.subject.projectId))], traceId: ids.next() }
    changes.cursors.push({ partition: row.partition, from: positions.get(row.partition) ?? 0, to: row.id })
    return changes
  }

  /** What is refused once may be refused for a passing reason; twice, its first row is tried alone; then that row is stepped over. */
  const batch = Effect.fnUntraced(function*(held: Tenure) {
    const now = yield* Clock.currentTimeMillis
    const refused = refusal !== null && refusal.place === place() ? refusal : null
    const read = yield* feed.read([...positions].map(([partition, position]) => ({ partition, position })))
    const alone = refused !== null && refused.times >= 2 && read.rows.length > 0
    const before = count.observations
    const rows = alone ? read.rows.slice(0, 1) : read.rows
    if (rows.length === 0 && (timers.next === null || timers.next > now)) return false
    const changes = alone && refused.times >= 3 ? stepOver(rows[0]!, now, refused.detail) : yield* judge(rows, read.atEnd && !alone, now)
    if (!changes.isEmpty) {
      yield* journal.commit(held, changes).pipe(Effect.tapErrorTag("Unfit", ({ message }) => Effect.sync(() => {
        refusal = { place: place(), times: (refused?.times ?? 0) + 1, detail: message }
      })))
    }
    for (const { partition, to } of changes.cursors) positions.set(partition, to)
    count.batches++
    count.events += changes.events.length
    count.lastBatchAt = now
    if (rows.length > 0 && count.observations - before < FEW) yield* Effect.sleep(GATHER_MS)
    return rows.length > 0
  })

  const work = Effect.fnUntraced(function*(held: Tenure) {
    for (const { partition, position } of held.cursors) positions.set(partition, position)
    for (const { ruleId, subject, wakeAt } of yield* factSource.pending) {
      sleeping.set(subject.id, subjectOf(subject.projectId, subject.deviceId, subject.entityId))
      timers.set({ at: wakeAt, subjectId: subject.id, ruleId })
    }
    yield* Effect.logInfo("rules are evaluated here", { epoch: held.epoch, partitions: PARTITIONS, timers: timers.size })
    for (;;) {
      if (yield* batch(held)) continue
      const now = yield* Clock.currentTimeMillis
      yield* feed.wait(Math.max(1, Math.min(IDLE_MS, (timers.next ?? Infinity) - now)))
    }
  })

  const keepLease = (held: Tenure) => Effect.gen(function*() {
    for (;;) {
      yield* Effect.sleep(RENEW_MS)
      if (!(yield* ownership.renew(held))) return yield* new Fenced({ message: "the lease ran out" })
    }
  })

  const run = Effect.gen(function*() {
    for (;;) {
      const claimed = yield* Effect.exit(ownership.claim)
      if (Exit.isFailure(claimed) || claimed.value === null) {
        if (Exit.isFailure(claimed) && !Cause.hasInterruptsOnly(claimed.cause)) yield* Effect.logError("the engine cannot claim the log; it tries again", claimed.cause)
        yield* Effect.sleep(IDLE_MS)
        continue
      }
      tenure = claimed.value
      const ended = yield* Effect.raceFirst(work(tenure), keepLease(tenure)).pipe(Effect.exit, Effect.onInterrupt(() => ownership.release(claimed.value!)))
      yield* Effect.ignoreCause(ownership.release(tenure))
      tenure = null
      forget()
      if (Exit.isFailure(ended)) {
        yield* Effect.logWarning("the engine forgets its memory and starts again from the last commit", ended.cause)
        yield* Effect.sleep(IDLE_MS) // whatever broke the batch gets a moment, and the log is not flooded
      }
    }
  })

  return Engine.of({
    run,
    progress: Effect.sync(() => ({ owner: tenure !== null, epoch: tenure?.epoch ?? null, cells: cells.size, timers: timers.size, ...count }))
  })
})
