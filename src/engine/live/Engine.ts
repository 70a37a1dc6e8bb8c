// The loop: own the partitions; then, turn by turn, read a batch, judge it, commit it with its cursors, let
// time pass, judge a piece of the past again, and give a project in lanes its turn. Each of these is a commit
// of its own, bounded so that everybody's comes soon.
import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import { type Bounds, BOUNDS, Budget } from "./Budget.ts"
import type { Changes } from "../evaluate/Changes.ts"
import { Estate } from "./Estate.ts"
import { judgeLanes, stepOverInstant } from "./judgeLanes.ts"
import { judgeRows, partRows, projectsIn, stepOver } from "./judgeRows.ts"
import { makeLateLane } from "./LateLane.ts"
import { chooseDue, passTime } from "./passTime.ts"
import { FactSource, Feed, Fenced, Ids, Journal, type LogRow, Ownership, Unfit } from "../ports.ts"
import { makePreparing } from "./prepare.ts"
import { Troubles } from "./Troubles.ts"

/**
 * How long an idle loop waits for the doorbell before it looks by itself: at the log, and for schedules that
 * came into force.
 */
const IDLE_MS = 1000
/** A lease is renewed this often; it runs out after three times that (the store's choice). */
const RENEW_MS = 2000
/**
 * After a batch of fewer records than FEW the loop lets others gather: a thousand devices that send one fix
 * each cost few commits.
 */
const GATHER_MS = 10
const FEW = 500
/** Projects whose ticks or timers the database refused are left in peace so long, and then tried one by one. */
const REST_MS = 60_000

/** An engine that worked for so long before it broke starts again at once: others wait for it. */
const HEALTHY_MS = 10_000
const AT_ONCE_MS = 50

/**
 * Whether a wait of `ms` that ends at a moment is over: also when the clock went back since, for then the
 * moment lies further ahead than ever was meant.
 */
const isOver = (until: number, ms: number, now: number): boolean => until <= now || until > now + ms

const isUnfit = (error: unknown): boolean => error instanceof Unfit

export interface Progress {
  readonly owner: boolean
  readonly epoch: number | null
  readonly cells: number
  readonly timers: number
  readonly lanes: number
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
  /** what one commit may cost at most; absent: what was measured to be quick */
  readonly bounds?: Bounds
}

export class Engine extends Context.Service<
  Engine,
  {
    /** Runs until interrupted: waits for ownership, works, and waits again when fenced. */
    readonly run: Effect.Effect<never>
    readonly progress: Effect.Effect<Progress>
  }
>()("engine/Engine") {
  static readonly layer = (options: EngineOptions) => Layer.effect(Engine, make(options))
}

const make = Effect.fnUntraced(function* ({
  bounds = BOUNDS,
  lateQuietMs = 3000,
  tickGraceSeconds
}: EngineOptions) {
  const feed = yield* Feed
  const factSource = yield* FactSource
  const journal = yield* Journal
  const ownership = yield* Ownership
  const ids = yield* Ids
  const tickGraceMs = tickGraceSeconds * 1000
  const preparing = yield* makePreparing(tickGraceMs)
  const lateLane = yield* makeLateLane(preparing, { quietMs: lateQuietMs })
  // what a turn may cost and who is in trouble outlives the memory that a failure drops
  const budgets = {
    rows: new Budget(bounds),
    time: new Budget(bounds),
    past: new Budget(bounds),
    lanes: new Budget(bounds)
  }
  const troubles = {
    rows: new Troubles(),
    time: new Troubles(),
    lanes: new Troubles(),
    schedules: new Troubles()
  }

  let estate: Estate | null = null
  /** project -> until when its ticks and timers rest */
  const resting = new Map<string, number>()
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const commit = Effect.fnUntraced(function* (held: Estate, changes: Changes) {
    yield* journal.commit(held.tenure, changes)
    held.advance(changes)
    count.batches++
    count.events += changes.events.length
    count.lastBatchAt = changes.now
  })

  /**
   * A part of a turn, whose budget follows how long it takes and whether it succeeds. `troubled`: what is
   * done about a failure that is not another owner's; `null`: nothing was there to do.
   */
  const part = <A, E, R>(
    budget: Budget,
    work: Effect.Effect<A | null, E, R>,
    troubled: (why: string, isUnfit: boolean) => void
  ) =>
    Effect.gen(function* () {
      const since = yield* Clock.currentTimeMillis
      const done = yield* work.pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            const error = Cause.squash(cause)
            if (Cause.hasInterruptsOnly(cause) || error instanceof Fenced) return
            budget.halve()
            troubled(error instanceof Error ? error.message : String(error), isUnfit(error))
          })
        )
      )
      if (done !== null) budget.took((yield* Clock.currentTimeMillis) - since)
      return done
    })

  const placeOf = (held: Estate) => JSON.stringify(held.cursors)

  /**
   * What is refused once may be refused for a passing reason; twice, its first row is tried alone; then that
   * row is stepped over. What fails for a reason that nobody knows is tried again, and then every project in
   * it goes on alone.
   */
  const takeRows = Effect.fnUntraced(function* (held: Estate, found: ReadonlyArray<LogRow>, now: number) {
    const place = placeOf(held),
      trouble = troubles.rows.of(place),
      { detail, failures, refusals } = trouble
    const isAlone = refusals >= 2
    const rows = isAlone ? found.slice(0, 1) : found
    const work = Effect.gen(function* () {
      const decided =
        refusals >= 3
          ? { changes: stepOver(held, rows[0]!, now, detail, ids.next), observations: 0 }
          : failures >= 2
            ? yield* parted(held, rows, now)
            : yield* judgeRows(preparing, held, rows, now, budgets.rows.now)
      yield* commit(held, decided.changes)
      return decided
    })
    const { observations } = (yield* part(budgets.rows, work, (why, isUnfit) =>
      troubles.rows.note(place, why, isUnfit)
    ))!
    troubles.rows.forget(place)
    count.observations += observations
    return { isWhole: rows.length === found.length, observations }
  })

  const parted = Effect.fnUntraced(function* (held: Estate, rows: ReadonlyArray<LogRow>, now: number) {
    const there = yield* feed.editions(projectsIn(held, rows))
    return { changes: partRows(held, rows, now, (id) => there.has(id)), observations: 0 }
  })

  const isAwake = (projectId: string) => !resting.has(projectId)

  /** Whether anything was due: of everybody but those at rest, or of one who comes back from it. */
  const takeTime = Effect.fnUntraced(function* (held: Estate, atEnd: ReadonlySet<number>, now: number) {
    const back = [...resting].find(([, until]) => isOver(until, REST_MS, now))?.[0]
    const passing = {
      now,
      atEnd,
      tickGraceMs,
      takes: back === undefined ? isAwake : (id: string) => id === back,
      bounds: budgets.time.now
    }
    const due = chooseDue(held, passing)
    const work = Effect.gen(function* () {
      if (due === null) return null
      const changes = yield* passTime(preparing, held, due, passing)
      yield* commit(held, changes)
      return changes
    })
    const passed = yield* part(budgets.time, work, (why, isUnfit) => {
      troubles.time.note("", why, isUnfit)
      // refused, or failed twice in a row: they come back one by one
      if (isUnfit || troubles.time.of("").failures >= 2)
        for (const projectId of due?.projects ?? []) resting.set(projectId, now + REST_MS)
    })
    if (passed !== null) troubles.time.forget("")
    if (back !== undefined) resting.delete(back)
    return passed !== null || back !== undefined
  })

  /** Whether a piece of the past was judged again. Who is in trouble there is known to the late lane. */
  const takePast = (held: Estate, atEnd: ReadonlySet<number>, now: number) =>
    Effect.map(
      part(
        budgets.past,
        lateLane.take(held, atEnd, now, (changes) => commit(held, changes), budgets.past.now),
        () => undefined
      ),
      (taken) => taken !== null
    )

  /**
   * A turn for the project in lanes that waits longest; the more it fails, the less is tried of it, and the
   * longer it rests.
   */
  const takeLanes = Effect.fnUntraced(function* (held: Estate, now: number) {
    const projectId = held.lanes.next((id) => !troubles.lanes.rests(id, now))
    if (projectId === null) return false
    const trouble = troubles.lanes.of(projectId)
    const work = Effect.gen(function* () {
      const decided = trouble.isHopeless
        ? {
            changes: yield* stepOverInstant(feed, held, projectId, now, trouble.detail, ids.next),
            observations: 0
          }
        : yield* judgeLanes(preparing, feed, held, projectId, now, trouble.narrow(budgets.lanes.now))
      if (decided === null) return null
      yield* commit(held, decided.changes)
      return decided
    })
    const done = yield* part(budgets.lanes, work, (why, isUnfit) =>
      troubles.lanes.note(projectId, why, isUnfit, now)
    )
    if (done === null) held.lanes.drop(projectId)
    troubles.lanes.ease(projectId)
    count.observations += done?.observations ?? 0
    return true
  })

  /**
   * Schedules come into force while their project is silent. One whose rules cannot be read rests ever
   * longer, and holds up nobody.
   */
  const lookForSchedules = Effect.fnUntraced(function* (held: Estate, now: number) {
    const scheduled = yield* feed.scheduled
    const over = [...held.schedules.keys()].filter((id) => !scheduled.has(id))
    const editions = over.length === 0 ? new Map() : yield* feed.editions(over)
    for (const id of over) if (!editions.has(id)) held.schedules.delete(id)
    for (const [id, edition] of new Map([...editions, ...scheduled])) {
      if (troubles.schedules.rests(id, now)) continue
      yield* preparing.open(held, new Map([[id, edition]]), now).pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            if (!Cause.hasInterruptsOnly(cause)) troubles.schedules.note(id, "", false, now)
          })
        )
      )
      troubles.schedules.forget(id)
    }
  })

  const work = Effect.fnUntraced(function* (held: Estate) {
    for (const { half, partition, projectId, to } of yield* factSource.ticked)
      held.ticksOf(projectId).set(partition, to, half)
    for (const { ruleId, subject, wakeAt } of yield* factSource.pending) held.await(ruleId, subject, wakeAt)
    yield* lateLane.open(held)
    yield* Effect.logInfo("rules are evaluated here", {
      epoch: held.tenure.epoch,
      partitions: PARTITIONS,
      timers: held.timers.size,
      lanes: held.lanes.size
    })
    let lookAt = -Infinity
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      if (isOver(lookAt, IDLE_MS, now)) {
        yield* lookForSchedules(held, now)
        lookAt = now + IDLE_MS
      }
      const { atEnd, rows } = yield* feed.read(held.reading, budgets.rows.now.records)
      const taken = rows.length === 0 ? null : yield* takeRows(held, rows, now)
      const passed = taken?.isWhole !== false && (yield* takeTime(held, atEnd, now))
      const replayed = taken?.isWhole !== false && (yield* takePast(held, atEnd, now))
      const served = yield* takeLanes(held, now)
      if (taken !== null && taken.observations < FEW && !served) yield* Effect.sleep(GATHER_MS)
      if (taken !== null || passed || replayed || served) continue
      const since = yield* Clock.currentTimeMillis
      yield* feed.wait(Math.max(1, Math.min(IDLE_MS, held.nextDue(tickGraceMs, isAwake) - since)))
    }
  })

  const keepLease = (held: Estate) =>
    Effect.gen(function* () {
      for (;;) {
        yield* Effect.sleep(RENEW_MS)
        if (!(yield* ownership.renew(held.tenure))) return yield* new Fenced({ message: "the lease ran out" })
      }
    })

  const run = Effect.gen(function* () {
    for (;;) {
      const claimed = yield* Effect.exit(ownership.claim)
      if (Exit.isFailure(claimed) || claimed.value === null) {
        if (Exit.isFailure(claimed) && !Cause.hasInterruptsOnly(claimed.cause))
          yield* Effect.logError("the engine cannot claim the log; it tries again", claimed.cause)
        yield* Effect.sleep(IDLE_MS)
        continue
      }
      const tenure = claimed.value,
        held = new Estate(tenure)
      estate = held
      const since = yield* Clock.currentTimeMillis
      const ended = yield* Effect.raceFirst(work(held), keepLease(held)).pipe(
        Effect.exit,
        Effect.onInterrupt(() => ownership.release(tenure))
      )
      yield* Effect.ignoreCause(ownership.release(tenure))
      estate = null
      if (Exit.isFailure(ended)) {
        yield* Effect.logWarning(
          "the engine forgets its memory and starts again from the last commit",
          ended.cause
        )
        // whatever broke the batch gets a moment, and the log is not flooded
        yield* Effect.sleep((yield* Clock.currentTimeMillis) - since > HEALTHY_MS ? AT_ONCE_MS : IDLE_MS)
      }
    }
  })

  return Engine.of({
    run,
    progress: Effect.sync(() => ({
      owner: estate !== null,
      epoch: estate?.tenure.epoch ?? null,
      cells: estate?.cells.size ?? 0,
      timers: estate?.timers.size ?? 0,
      lanes: estate?.lanes.size ?? 0,
      ...count
    }))
  })
})
