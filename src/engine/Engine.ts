// The loop: own the partitions, read a batch, judge it, commit it with its cursors, let time pass, again.
import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { PARTITIONS } from "../domain/intake/LogEntry.ts"
import type { Changes } from "./Changes.ts"
import { Estate } from "./Estate.ts"
import { makeLateLane } from "./LateLane.ts"
import { judgeRows, stepOver } from "./judgeRows.ts"
import { passTime } from "./passTime.ts"
import { FactSource, Feed, Fenced, Ids, Journal, type LogRow, Ownership } from "./ports.ts"
import { makePreparing } from "./prepare.ts"

/** How long an idle loop waits for the doorbell before it looks by itself: at the log, and for schedules that came into force. */
const IDLE_MS = 1000
/** A lease is renewed this often; it runs out after three times that (the store's choice). */
const RENEW_MS = 2000
/** After a batch of fewer records than FEW the loop lets others gather: a thousand devices that send one fix each cost few commits. */
const GATHER_MS = 10
const FEW = 500
/** Projects whose ticks or timers the database refused are left in peace so long, and then tried one by one. */
const REST_MS = 60_000

/** Whether a wait of `ms` that ends at a moment is over: also when the clock went back since, for then the moment lies further ahead than ever was meant. */
const isOver = (until: number, ms: number, now: number): boolean => until <= now || until > now + ms

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

export interface EngineOptions {
  /** a tick is judged so long after its instant, once the log is read to its end */
  readonly tickGraceSeconds: number
  /** a subject whose past changed is left alone so long, for more of the same to come; absent: three seconds */
  readonly lateQuietMs?: number
}

export class Engine extends Context.Service<Engine, {
  /** Runs until interrupted: waits for ownership, works, and waits again when fenced. */
  readonly run: Effect.Effect<never>
  readonly progress: Effect.Effect<Progress>
}>()("engine/Engine") {
  static readonly layer = (options: EngineOptions) => Layer.effect(Engine, make(options))
}

const make = Effect.fnUntraced(function*({ lateQuietMs = 3000, tickGraceSeconds }: EngineOptions) {
  const feed = yield* Feed
  const factSource = yield* FactSource
  const journal = yield* Journal
  const ownership = yield* Ownership
  const ids = yield* Ids
  const tickGraceMs = tickGraceSeconds * 1000
  const preparing = yield* makePreparing(tickGraceMs)
  const lateLane = yield* makeLateLane(preparing, { quietMs: lateQuietMs })

  let estate: Estate | null = null
  /** the rows that the database refused last, by where their cursors were */
  let refusal: { readonly place: string; readonly times: number; readonly detail: string } | null = null
  /** project -> until when it rests */
  const resting = new Map<string, number>()
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const commit = Effect.fnUntraced(function*(held: Estate, changes: Changes) {
    yield* journal.commit(held.tenure, changes)
    for (const { partition, to } of changes.cursors) held.advance(partition, to)
    count.batches++
    count.events += changes.events.length
    count.lastBatchAt = changes.now
  })

  const placeOf = (held: Estate) => JSON.stringify(held.cursors)

  /** What is refused once may be refused for a passing reason; twice, its first row is tried alone; then that row is stepped over. */
  const takeRows = Effect.fnUntraced(function*(held: Estate, found: ReadonlyArray<LogRow>, now: number) {
    const place = placeOf(held), refused = refusal?.place === place ? refusal : null
    const alone = refused !== null && refused.times >= 2
    const rows = alone ? found.slice(0, 1) : found
    const { changes, observations } = alone && refused.times >= 3
      ? { changes: stepOver(held, rows[0]!, now, refused.detail, ids.next), observations: 0 }
      : yield* judgeRows(preparing, held, rows, now)
    yield* commit(held, changes).pipe(Effect.tapErrorTag("Unfit", ({ message }) => Effect.sync(() => {
      refusal = { place, times: (refused?.times ?? 0) + 1, detail: message }
    })))
    count.observations += observations
    return { isWhole: rows.length === found.length, observations }
  })

  const isAwake = (projectId: string) => !resting.has(projectId)

  /** Whether anything was due: of everybody but those at rest, or of one who comes back from it. */
  const takeTime = Effect.fnUntraced(function*(held: Estate, atEnd: ReadonlySet<number>, now: number) {
    const back = [...resting].find(([, until]) => isOver(until, REST_MS, now))?.[0]
    const passed = yield* passTime(preparing, held, { now, atEnd, tickGraceMs, takes: back === undefined ? isAwake : (id) => id === back })
    if (passed !== null) {
      yield* commit(held, passed.changes).pipe(Effect.tapErrorTag("Unfit", () => Effect.sync(() => {
        for (const projectId of passed.projects) resting.set(projectId, now + REST_MS)
      })))
    }
    if (back !== undefined) resting.delete(back)
    return passed !== null || back !== undefined
  })

  /** Schedules come into force while their project is silent. */
  const lookForSchedules = Effect.fnUntraced(function*(held: Estate, now: number) {
    const scheduled = yield* feed.scheduled
    const over = [...held.schedules.keys()].filter((id) => !scheduled.has(id))
    const editions = over.length === 0 ? new Map() : yield* feed.editions(over)
    for (const id of over) if (!editions.has(id)) held.schedules.delete(id)
    yield* preparing.open(held, new Map([...editions, ...scheduled]), now)
  })

  const work = Effect.fnUntraced(function*(held: Estate) {
    for (const { partition, projectId, to } of yield* factSource.ticked) held.ticksOf(projectId)[partition] = to
    for (const { ruleId, subject, wakeAt } of yield* factSource.pending) held.await(ruleId, subject, wakeAt)
    yield* Effect.logInfo("rules are evaluated here", { epoch: held.tenure.epoch, partitions: PARTITIONS, timers: held.timers.size })
    let lookAt = -Infinity
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      if (isOver(lookAt, IDLE_MS, now)) {
        yield* lookForSchedules(held, now)
        lookAt = now + IDLE_MS
      }
      const { atEnd, rows } = yield* feed.read(held.cursors)
      const taken = rows.length === 0 ? null : yield* takeRows(held, rows, now)
      const passed = taken?.isWhole !== false && (yield* takeTime(held, atEnd, now))
      const replayed = taken?.isWhole !== false && (yield* lateLane.take(held, atEnd, now, (changes) => commit(held, changes)))
      if (taken !== null && taken.observations < FEW) yield* Effect.sleep(GATHER_MS)
      if (taken !== null || passed || replayed) continue
      const since = yield* Clock.currentTimeMillis
      yield* feed.wait(Math.max(1, Math.min(IDLE_MS, held.nextDue(tickGraceMs, isAwake) - since)))
    }
  })

  const keepLease = (held: Estate) => Effect.gen(function*() {
    for (;;) {
      yield* Effect.sleep(RENEW_MS)
      if (!(yield* ownership.renew(held.tenure))) return yield* new Fenced({ message: "the lease ran out" })
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
      const tenure = claimed.value, held = new Estate(tenure)
      estate = held
      const ended = yield* Effect.raceFirst(work(held), keepLease(held)).pipe(Effect.exit, Effect.onInterrupt(() => ownership.release(tenure)))
      yield* Effect.ignoreCause(ownership.release(tenure))
      estate = null
      if (Exit.isFailure(ended)) {
        yield* Effect.logWarning("the engine forgets its memory and starts again from the last commit", ended.cause)
        yield* Effect.sleep(IDLE_MS) // whatever broke the batch gets a moment, and the log is not flooded
      }
    }
  })

  return Engine.of({
    run,
    progress: Effect.sync(() => ({ owner: estate !== null, epoch: estate?.tenure.epoch ?? null, cells: estate?.cells.size ?? 0, timers: estate?.timers.size ?? 0, ...count }))
  })
})
