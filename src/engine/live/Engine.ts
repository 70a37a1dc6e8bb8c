// The engine's loop: turn by turn it follows the placement, reads a batch of the partitions it owns, evaluates it,
// commits it with its cursors, lets time pass, replays a piece of the past, and gives a project in lanes its turn.
// Each part is a commit of its own, bounded so that the next one comes soon.
import { Cause, Clock, Context, Effect, Layer } from "effect"
import { attempt } from "./attempt.ts"
import { AdaptiveBatchLimit, DEFAULT_BATCH_LIMITS } from "./AdaptiveBatchLimit.ts"
import { type BatchResult, makeBatch } from "../evaluate/BatchResult.ts"
import type { EngineOptions, Progress } from "./EngineOptions.ts"
import { countRefusedCommit, countTurn } from "./EngineMetrics.ts"
import { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./hasElapsed.ts"
import { makeLateLane } from "./LateLane.ts"
import { makeRefreshSchedules } from "./refreshSchedules.ts"
import { FactSource, Feed, Fenced, Ids, Journal } from "../ports.ts"
import { makeFollowPlacement } from "./followPlacement.ts"
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
/**
 * TURN_LIMIT_MS is how long a turn may take. A database that was cut off answers nothing for a quarter of an
 * hour, and the memory of an engine that waits for it so long is of no use.
 */
const TURN_LIMIT_MS = 150_000
/** TURN_CHECK_MS is how often the duration of the turn under way is looked at. */
const TURN_CHECK_MS = 10_000
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
  const tickGraceMs = tickGraceSeconds * 1000
  const preparer = yield* makePreparer(tickGraceMs)
  const lateLane = yield* makeLateLane(preparer, { quietMs: lateQuietMs })
  const placement = yield* makeFollowPlacement(preparer, lateLane)

  let currentState: EngineState | null = null
  const count = { batches: 0, observations: 0, events: 0, lastBatchAt: null as number | null }

  const commit = Effect.fnUntraced(function* (engineState: EngineState, changes: BatchResult) {
    yield* Effect.onError(journal.commit(engineState.epochs, changes), () =>
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
    engineState.loadDeadlines(range, yield* factSource.pendingDeadlines(engineState.partitions, range))
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

  /** What a turn has to know of those before it. */
  interface Loop {
    readonly engineState: EngineState
    /** when the turn under way began; null: the loop waits for the next one */
    turnSince: number | null
    nextPollAt: number
    lanesSkipped: boolean
  }

  /** Takes a turn; whether the next one comes at once. */
  const turn = Effect.fnUntraced(function* (loop: Loop) {
    const { engineState } = loop
    yield* placement.follow(engineState)
    const now = yield* Clock.currentTimeMillis
    if (engineState.partitions.length === 0) return false
    engineState.ruleActors.resyncClock()
    yield* reloadFailed(engineState)
    if (hasElapsed(loop.nextPollAt, IDLE_POLL_MS, now)) {
      yield* preparer.hearing.look(engineState)
      yield* refreshSchedules(engineState, now)
      yield* loadTimers(engineState, now)
      loop.nextPollAt = now + IDLE_POLL_MS
    }
    const { atEnd, rows: newRows } = yield* feed.read(engineState.progress, rows.limit.current.records)
    // records were received before they are evaluated; time passes only up to when the log was read
    const batch =
      newRows.length === 0 ? null : yield* rows.take(engineState, newRows, yield* Clock.currentTimeMillis)
    count.observations += batch?.observations ?? 0
    const passed = batch?.isWhole !== false && (yield* time.take(engineState, atEnd, now))
    const replayed = batch?.isWhole !== false && (yield* takePast(engineState, atEnd, now))
    const lanes = engineState.lanes.size
    loop.lanesSkipped =
      !loop.lanesSkipped && lanes > 0 && (yield* Clock.currentTimeMillis) - now >= LONG_TURN_MS
    if (loop.lanesSkipped) return true
    const served = yield* takeLanes(engineState, now)
    count.observations += served ?? 0
    // a lane that closed may open again with the next records: time passes in between
    if (engineState.lanes.size < lanes && batch?.isWhole !== false) yield* time.take(engineState, atEnd, now)
    yield* recordParkings(engineState)
    if (batch !== null && batch.observations < SMALL_BATCH_RECORDS && served === null)
      yield* Effect.sleep(GATHER_DELAY_MS)
    return batch !== null || passed || replayed || served !== null
  })

  /** Takes turns until one fails. */
  const work = Effect.fnUntraced(function* (loop: Loop) {
    const { engineState } = loop
    for (;;) {
      const began = yield* Clock.currentTimeMillis
      loop.turnSince = began
      const isBusy = yield* turn(loop)
      loop.turnSince = null
      const since = yield* Clock.currentTimeMillis
      if (isBusy) {
        yield* countTurn(since - began)
        continue
      }
      engineState.ruleActors.woken.closeUnsafe()
      const due = engineState.nextDue(tickGraceMs, time.isNotWaiting(engineState), loop.nextPollAt)
      yield* Effect.raceAllFirst([
        feed.wait(Math.max(1, Math.min(IDLE_POLL_MS, due - since)), engineState.partitions),
        engineState.ruleActors.woken.await,
        // grants come and are revoked several at a time
        Effect.andThen(placement.changed, Effect.sleep(GATHER_DELAY_MS))
      ])
    }
  })

  /** Fails when a turn takes too long. */
  const watch = Effect.fnUntraced(function* (loop: Loop) {
    for (;;) {
      yield* Effect.sleep(TURN_CHECK_MS)
      const now = yield* Clock.currentTimeMillis
      if (loop.turnSince !== null && now - loop.turnSince > TURN_LIMIT_MS)
        return yield* Effect.die(new Error(`a turn takes longer than ${TURN_LIMIT_MS / 1000} s`))
    }
  })

  /** Works with an empty memory until something fails; the rule actors end with it. */
  const runOnce = Effect.gen(function* () {
    const engineState = new EngineState(yield* makeRuleActors(timerLimits))
    currentState = engineState
    const loop: Loop = { engineState, turnSince: null, nextPollAt: -Infinity, lanesSkipped: false }
    return yield* Effect.raceFirst(work(loop), watch(loop))
  }).pipe(Effect.scoped)

  /** Runs until interrupted: works, and begins again from the last commit when something failed. */
  const run = Effect.gen(function* () {
    for (;;) {
      const since = yield* Clock.currentTimeMillis
      const cause = yield* Effect.flip(Effect.sandbox(runOnce))
      const now = yield* Clock.currentTimeMillis,
        error = Cause.squash(cause)
      currentState = null
      if (error instanceof Fenced) yield* countRefusedCommit
      yield* placement.forget(error instanceof Fenced ? error.partitions : [], now)
      yield* Effect.logWarning("the engine forgets its memory and starts again from the last commit", cause)
      // a pause, so that a lasting failure does not flood the log
      yield* Effect.sleep(now - since > HEALTHY_RUN_MS ? FAST_RESTART_MS : IDLE_POLL_MS)
    }
  }).pipe(
    Effect.onExit(() =>
      Effect.andThen(
        Effect.sync(() => {
          currentState = null
        }),
        placement.close
      )
    )
  )

  const progress = Effect.sync((): Progress => ({
    owner: partitionsOf(currentState).length > 0,
    partitions: partitionsOf(currentState),
    epoch: currentState === null ? null : newestEpoch(currentState),
    cells: currentState?.subjectActors.size ?? 0,
    timers: currentState?.ruleActors.size ?? 0,
    lanes: currentState?.lanes.size ?? 0,
    ...count
  }))

  return { run, progress }
})

const partitionsOf = (state: EngineState | null): ReadonlyArray<number> => state?.partitions ?? []

const newestEpoch = ({ epochs }: EngineState): number | null =>
  epochs.size === 0 ? null : Math.max(...epochs.values())

/** Engine evaluates the rules of all projects in the partitions that it owns. */
export class Engine extends Context.Service<Engine>()("engine/Engine", { make }) {
  static readonly layer = (options: EngineOptions) => Layer.effect(Engine, make(options))
}
