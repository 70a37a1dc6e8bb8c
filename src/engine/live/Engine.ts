// The engine's loop: owns the partitions, and then turn by turn reads a batch, evaluates it, commits it with its
// cursors, lets time pass, replays a piece of the past, and gives a project in lanes its turn. Each part is a
// commit of its own, bounded so that the next one comes soon.
import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import { attempt } from "./attempt.ts"
import { AdaptiveBatchLimit, DEFAULT_BATCH_LIMITS } from "./AdaptiveBatchLimit.ts"
import { type BatchResult, makeBatch } from "../evaluate/BatchResult.ts"
import type { EngineOptions, Progress } from "./EngineOptions.ts"
import { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./hasElapsed.ts"
import { makeLateLane } from "./LateLane.ts"
import { makeRefreshSchedules } from "./refreshSchedules.ts"
import { FactSource, Feed, Fenced, Ids, Journal, Ownership, type Tenure } from "../ports.ts"
import { makePreparer } from "./prepare.ts"
import { DEFAULT_TIMER_LIMITS } from "./TimerWindow.ts"
import { makeRuleActors } from "./RuleActors.ts"
import { makeTakeLanes } from "./takeLanes.ts"
import { makeTakeRows } from "./takeRows.ts"
import { makeTakeTime } from "./takeTime.ts"

/**
 * IDLE_POLL_MS is how long an idle loop waits for a notification before it polls the log and looks for
 * schedules that came into force.
 */
const IDLE_POLL_MS = 1000
/** LEASE_RENEWAL_MS is how often a lease is renewed; it expires after three times that (the store's choice). */
const LEASE_RENEWAL_MS = 2000
/**
 * GATHER_DELAY_MS is how long the loop waits after a batch of fewer than SMALL_BATCH_RECORDS, so that more
 * gather: a thousand devices that send one fix each cost few commits.
 */
const GATHER_DELAY_MS = 10
const SMALL_BATCH_RECORDS = 500
/**
 * LONG_TURN_MS is the duration of a turn after which new records come before lanes; lanes have their turn in
 * the next one.
 */
const LONG_TURN_MS = 400

/**
 * HEALTHY_RUN_MS is how long an engine has to have worked before a failure for it to start again after
 * FAST_RESTART_MS instead of IDLE_POLL_MS.
 */
const HEALTHY_RUN_MS = 10_000
const FAST_RESTART_MS = 50

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
  const preparer = yield* makePreparer(tickGraceMs)
  const lateLane = yield* makeLateLane(preparer, { quietMs: lateQuietMs })

  let currentState: EngineState | null = null
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const commit = Effect.fnUntraced(function* (engineState: EngineState, changes: BatchResult) {
    yield* Effect.onError(journal.commit(engineState.tenure, changes), () =>
      Effect.sync(() => engineState.giveBack())
    )
    engineState.advance(changes)
    count.batches++
    count.events += changes.events.length
    count.lastBatchAt = changes.now
  })

  const rows = yield* makeTakeRows(preparer, commit, limits)
  const time = makeTakeTime(preparer, commit, tickGraceMs, limits)
  const takeLanes = yield* makeTakeLanes(preparer, commit, limits)
  const refreshSchedules = yield* makeRefreshSchedules(preparer)
  const pastLimit = new AdaptiveBatchLimit(limits) // outlives the memory that a failure drops

  /** Replays a piece of the past, if one is due. The late lane itself remembers which spans failed. */
  const takePast = (engineState: EngineState, atEnd: ReadonlySet<number>, now: number) =>
    Effect.map(
      attempt(
        pastLimit,
        lateLane.take(engineState, atEnd, now, (changes) => commit(engineState, changes), pastLimit.current),
        () => undefined
      ),
      (batch) => batch !== null
    )

  /** Loads the deadlines that have come within the timer window as fibers. */
  const loadTimers = Effect.fnUntraced(function* (engineState: EngineState, now: number) {
    const range = engineState.ruleActors.nextLoad(now)
    if (range === null) return
    engineState.loadDeadlines(range, yield* factSource.pendingDeadlines(range.after, range.until, range.most))
  })

  /** Reports actors whose fibers failed and has them loaded again. */
  const reloadFailed = (engineState: EngineState) =>
    Effect.forEach(
      engineState.ruleActors.takeFailures(),
      (failure) => {
        engineState.reload(failure)
        const { ruleId, subject } = failure.deadline
        return Effect.logError(
          "the fiber of a rule actor failed: its state is loaded again",
          failure.defect,
          {
            rule_id: ruleId,
            project_id: subject.projectId,
            entity_id: subject.entityId,
            device_id: subject.deviceId
          }
        )
      },
      { discard: true }
    )

  /** Records which projects were parked and which were released. */
  const recordParkings = Effect.fnUntraced(function* (engineState: EngineState) {
    const moves = engineState.parked.takeMoves()
    if (moves.length === 0) return
    const parkings = moves.map((move) => ({ ...move, traceId: ids.next() })),
      cursors = engineState.unmovedCursors([engineState.cursors[0]!.partition])
    yield* commit(engineState, makeBatch(yield* Clock.currentTimeMillis, { cursors, parkings }))
  })

  const work = Effect.fnUntraced(function* (engineState: EngineState) {
    for (const { half, partition, projectId, to } of yield* factSource.tickProgress)
      engineState.ticksOf(projectId).set(partition, to, half)
    yield* loadTimers(engineState, yield* Clock.currentTimeMillis)
    yield* lateLane.open(engineState)
    yield* preparer.hearing.look(engineState)
    yield* Effect.logInfo("rules are evaluated here", {
      epoch: engineState.tenure.epoch,
      partitions: PARTITIONS,
      timers: engineState.ruleActors.size,
      lanes: engineState.lanes.size
    })
    let nextPollAt = -Infinity,
      lanesSkipped = false
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      engineState.ruleActors.resyncClock()
      yield* reloadFailed(engineState)
      if (hasElapsed(nextPollAt, IDLE_POLL_MS, now)) {
        yield* preparer.hearing.look(engineState)
        yield* refreshSchedules(engineState, now)
        yield* loadTimers(engineState, now)
        nextPollAt = now + IDLE_POLL_MS
      }
      const { atEnd, rows: newRows } = yield* feed.read(engineState.progress, rows.limit.current.records)
      // records were received before they are evaluated; time passes only up to when the log was read
      const batch =
        newRows.length === 0 ? null : yield* rows.take(engineState, newRows, yield* Clock.currentTimeMillis)
      count.observations += batch?.observations ?? 0
      const passed = batch?.isWhole !== false && (yield* time.take(engineState, atEnd, now))
      const replayed = batch?.isWhole !== false && (yield* takePast(engineState, atEnd, now))
      const lanes = engineState.lanes.size
      lanesSkipped = !lanesSkipped && lanes > 0 && (yield* Clock.currentTimeMillis) - now >= LONG_TURN_MS
      if (lanesSkipped) continue
      const served = yield* takeLanes(engineState, now)
      count.observations += served ?? 0
      // a lane that closed may open again with the next records: time passes in between
      if (engineState.lanes.size < lanes && batch?.isWhole !== false)
        yield* time.take(engineState, atEnd, now)
      yield* recordParkings(engineState)
      if (batch !== null && batch.observations < SMALL_BATCH_RECORDS && served === null)
        yield* Effect.sleep(GATHER_DELAY_MS)
      if (batch !== null || passed || replayed || served !== null) continue
      const since = yield* Clock.currentTimeMillis
      engineState.ruleActors.woken.closeUnsafe()
      yield* Effect.raceFirst(
        feed.wait(
          Math.max(
            1,
            Math.min(
              IDLE_POLL_MS,
              engineState.nextDue(tickGraceMs, time.isNotWaiting(engineState), nextPollAt) - since
            )
          )
        ),
        engineState.ruleActors.woken.await
      )
    }
  })

  const keepLease = (engineState: EngineState) =>
    Effect.gen(function* () {
      for (;;) {
        yield* Effect.sleep(LEASE_RENEWAL_MS)
        if (!(yield* ownership.renew(engineState.tenure)))
          return yield* new Fenced({ message: "the lease ran out" })
      }
    })

  /** Works while the tenure lasts; the rule actors end with it. */
  const runTenure = Effect.fnUntraced(function* (tenure: Tenure) {
    const engineState = new EngineState(tenure, yield* makeRuleActors(timerLimits))
    currentState = engineState
    return yield* Effect.raceFirst(work(engineState), keepLease(engineState))
  })

  /** Runs until interrupted: waits for ownership, works, and waits again when it is fenced off. */
  const run = Effect.gen(function* () {
    for (;;) {
      const claim = yield* Effect.exit(ownership.claim)
      if (Exit.isFailure(claim) || claim.value === null) {
        if (Exit.isFailure(claim) && !Cause.hasInterruptsOnly(claim.cause))
          yield* Effect.logError("the engine cannot claim the log; it tries again", claim.cause)
        yield* Effect.sleep(IDLE_POLL_MS)
        continue
      }
      const tenure = claim.value,
        since = yield* Clock.currentTimeMillis
      const exit = yield* Effect.scoped(runTenure(tenure)).pipe(
        Effect.exit,
        Effect.onInterrupt(() => ownership.release(tenure))
      )
      yield* Effect.ignoreCause(ownership.release(tenure))
      currentState = null
      if (Exit.isFailure(exit)) {
        yield* Effect.logWarning(
          "the engine forgets its memory and starts again from the last commit",
          exit.cause
        )
        // a pause, so that a lasting failure does not flood the log
        yield* Effect.sleep(
          (yield* Clock.currentTimeMillis) - since > HEALTHY_RUN_MS ? FAST_RESTART_MS : IDLE_POLL_MS
        )
      }
    }
  })

  const progress = Effect.sync((): Progress => ({
    owner: currentState !== null,
    epoch: currentState?.tenure.epoch ?? null,
    cells: currentState?.subjectActors.size ?? 0,
    timers: currentState?.ruleActors.size ?? 0,
    lanes: currentState?.lanes.size ?? 0,
    ...count
  }))

  return { run, progress }
})

/** Engine evaluates the rules of all projects while it owns the log. */
export class Engine extends Context.Service<Engine>()("engine/Engine", { make }) {
  static readonly layer = (options: EngineOptions) => Layer.effect(Engine, make(options))
}
