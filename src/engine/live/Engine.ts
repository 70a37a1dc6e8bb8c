// The loop: own the partitions; then, turn by turn, read a batch, judge it, commit it with its cursors, let
// time pass, judge a piece of the past again, and give a project in lanes its turn. Each of these is a commit
// of its own, bounded so that everybody's comes soon.
import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import { attempt } from "./attempt.ts"
import { type BatchLimits, DEFAULT_BATCH_LIMITS, AdaptiveBatchLimit } from "./AdaptiveBatchLimit.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./isOver.ts"
import { makeLateLane } from "./LateLane.ts"
import { makeRefreshSchedules } from "./refreshSchedules.ts"
import { FactSource, Feed, Fenced, Ids, Journal, Ownership, type Tenure } from "../ports.ts"
import { makePreparer } from "./prepare.ts"
import { DEFAULT_TIMER_LIMITS, type TimerLimits } from "./TimerWindow.ts"
import { makeRuleActors } from "./RuleActors.ts"
import { makeTakeLanes } from "./takeLanes.ts"
import { makeTakeRows } from "./takeRows.ts"
import { makeTakeTime } from "./takeTime.ts"

/**
 * How long an idle loop waits for a notification before it looks by itself: at the log, and for schedules
 * that came into force.
 */
const IDLE_POLL_MS = 1000
/** A lease is renewed this often; it runs out after three times that (the store's choice). */
const LEASE_RENEWAL_MS = 2000
/**
 * After a batch of fewer records than FEW the loop lets others gather: a thousand devices that send one fix
 * each cost few commits.
 */
const GATHER_DELAY_MS = 10
const SMALL_BATCH_RECORDS = 500
/** After so long in a turn whoever came in meanwhile is first, and lanes have theirs in the next. */
const LONG_TURN_MS = 400

/** An engine that worked for so long before it broke starts again at once: others wait for it. */
const HEALTHY_RUN_MS = 10_000
const FAST_RESTART_MS = 50

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
  readonly limits?: BatchLimits
  /** which deadlines are fibers; absent: what memory has room for */
  readonly timerLimits?: TimerLimits
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
  limits = DEFAULT_BATCH_LIMITS,
  timerLimits = DEFAULT_TIMER_LIMITS,
  lateQuietMs = 3000,
  tickGraceSeconds
}: EngineOptions) {
  const feed = yield* Feed
  const factSource = yield* FactSource
  const journal = yield* Journal
  const ids = yield* Ids
  const ownership = yield* Ownership
  const tickGraceMs = tickGraceSeconds * 1000
  const preparing = yield* makePreparer(tickGraceMs)
  const lateLane = yield* makeLateLane(preparing, { quietMs: lateQuietMs })

  let engineState: EngineState | null = null
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const commit = Effect.fnUntraced(function* (held: EngineState, changes: BatchResult) {
    yield* journal.commit(held.tenure, changes)
    held.advance(changes)
    count.batches++
    count.events += changes.events.length
    count.lastBatchAt = changes.now
  })

  const rows = yield* makeTakeRows(preparing, commit, limits)
  const time = makeTakeTime(preparing, commit, tickGraceMs, limits)
  const takeLanes = yield* makeTakeLanes(preparing, commit, limits)
  const lookForSchedules = yield* makeRefreshSchedules(preparing)
  const pastBudget = new AdaptiveBatchLimit(limits) // outlives the memory that a failure drops

  /** Whether a piece of the past was judged again. Who is in trouble there is known to the late lane. */
  const takePast = (held: EngineState, atEnd: ReadonlySet<number>, now: number) =>
    Effect.map(
      attempt(
        pastBudget,
        lateLane.take(held, atEnd, now, (changes) => commit(held, changes), pastBudget.current),
        () => undefined
      ),
      (taken) => taken !== null
    )

  /** Deadlines that come nearer than the horizon are fibers from then on. */
  const lookAhead = Effect.fnUntraced(function* (held: EngineState, now: number) {
    const ahead = held.ruleActors.nextLoad(now)
    if (ahead === null) return
    const rows = yield* factSource.pending(ahead.after, ahead.until, ahead.most)
    held.ruleActors.load(
      ahead,
      rows.map((row) => held.timerFromRow(row))
    )
  })

  /** Puts on record which projects were parked, and which go on. */
  const recordParkings = Effect.fnUntraced(function* (held: EngineState) {
    const moves = held.parked.takeMoves()
    if (moves.length === 0) return
    const changes = new BatchResult(yield* Clock.currentTimeMillis)
    for (const move of moves) changes.parkings.push({ ...move, traceId: ids.next() })
    held.touchCursors([held.cursors[0]!.partition], changes)
    yield* commit(held, changes)
  })

  const work = Effect.fnUntraced(function* (held: EngineState) {
    for (const { half, partition, projectId, to } of yield* factSource.ticked)
      held.ticksOf(projectId).set(partition, to, half)
    yield* lookAhead(held, yield* Clock.currentTimeMillis)
    yield* lateLane.open(held)
    yield* preparing.hearing.look(held)
    yield* Effect.logInfo("rules are evaluated here", {
      epoch: held.tenure.epoch,
      partitions: PARTITIONS,
      timers: held.ruleActors.size,
      lanes: held.lanes.size
    })
    let lookAt = -Infinity,
      isOwed = false
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      held.ruleActors.resyncClock()
      if (hasElapsed(lookAt, IDLE_POLL_MS, now)) {
        yield* preparing.hearing.look(held)
        yield* lookForSchedules(held, now)
        yield* lookAhead(held, now)
        lookAt = now + IDLE_POLL_MS
      }
      const { atEnd, rows: found } = yield* feed.read(held.reading, rows.budget.current.records)
      // what was read came in before it is decided; time passes only up to where the log was still open
      const taken = found.length === 0 ? null : yield* rows.take(held, found, yield* Clock.currentTimeMillis)
      count.observations += taken?.observations ?? 0
      const passed = taken?.isWhole !== false && (yield* time.take(held, atEnd, now))
      const replayed = taken?.isWhole !== false && (yield* takePast(held, atEnd, now))
      const lanes = held.lanes.size
      isOwed = !isOwed && lanes > 0 && (yield* Clock.currentTimeMillis) - now >= LONG_TURN_MS
      if (isOwed) continue
      const served = yield* takeLanes(held, now)
      count.observations += served ?? 0
      // a lane that has closed opens again with what comes without a pause: time passes in between
      if (held.lanes.size < lanes && taken?.isWhole !== false) yield* time.take(held, atEnd, now)
      yield* recordParkings(held)
      if (taken !== null && taken.observations < SMALL_BATCH_RECORDS && served === null) yield* Effect.sleep(GATHER_DELAY_MS)
      if (taken !== null || passed || replayed || served !== null) continue
      const since = yield* Clock.currentTimeMillis
      held.ruleActors.woken.closeUnsafe()
      yield* Effect.raceFirst(
        feed.wait(
          Math.max(1, Math.min(IDLE_POLL_MS, held.nextDue(tickGraceMs, time.isAwake(held), lookAt) - since))
        ),
        held.ruleActors.woken.await
      )
    }
  })

  const keepLease = (held: EngineState) =>
    Effect.gen(function* () {
      for (;;) {
        yield* Effect.sleep(LEASE_RENEWAL_MS)
        if (!(yield* ownership.renew(held.tenure))) return yield* new Fenced({ message: "the lease ran out" })
      }
    })

  /** Works while the log is its own; its rule actors end with it. */
  const own = Effect.fnUntraced(function* (tenure: Tenure) {
    const held = new EngineState(tenure, yield* makeRuleActors(timerLimits))
    engineState = held
    return yield* Effect.raceFirst(work(held), keepLease(held))
  })

  const run = Effect.gen(function* () {
    for (;;) {
      const claimed = yield* Effect.exit(ownership.claim)
      if (Exit.isFailure(claimed) || claimed.value === null) {
        if (Exit.isFailure(claimed) && !Cause.hasInterruptsOnly(claimed.cause))
          yield* Effect.logError("the engine cannot claim the log; it tries again", claimed.cause)
        yield* Effect.sleep(IDLE_POLL_MS)
        continue
      }
      const tenure = claimed.value,
        since = yield* Clock.currentTimeMillis
      const ended = yield* Effect.scoped(own(tenure)).pipe(
        Effect.exit,
        Effect.onInterrupt(() => ownership.release(tenure))
      )
      yield* Effect.ignoreCause(ownership.release(tenure))
      engineState = null
      if (Exit.isFailure(ended)) {
        yield* Effect.logWarning(
          "the engine forgets its memory and starts again from the last commit",
          ended.cause
        )
        // whatever broke the batch gets a moment, and the log is not flooded
        yield* Effect.sleep((yield* Clock.currentTimeMillis) - since > HEALTHY_RUN_MS ? FAST_RESTART_MS : IDLE_POLL_MS)
      }
    }
  })

  return Engine.of({
    run,
    progress: Effect.sync(() => ({
      owner: engineState !== null,
      epoch: engineState?.tenure.epoch ?? null,
      cells: engineState?.subjectActors.size ?? 0,
      timers: engineState?.ruleActors.size ?? 0,
      lanes: engineState?.lanes.size ?? 0,
      ...count
    }))
  })
})
