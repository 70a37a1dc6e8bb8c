// An engine led by hand: at each moment it reads what there is, lets time pass and looks after the past, as
// the loop does, without its waiting.
import { Effect } from "effect"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { type BatchResult, isEmptyBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { type BatchLimits, DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { EngineState } from "../../../src/engine/live/EngineState.ts"
import { evaluateRows } from "../../../src/engine/live/takeRows.ts"
import { makeLateLane } from "../../../src/engine/live/LateLane.ts"
import { chooseDue, passTime } from "../../../src/engine/live/passTime.ts"
import { type RuleSetRows, FactSource, Feed, Journal, Ownership } from "../../../src/engine/ports.ts"
import { makePreparer } from "../../../src/engine/live/prepare.ts"
import { TICK_GRACE_MS } from "../../../src/engine/evaluate/ticks.ts"
import { assertOneHolder } from "./holders.ts"
import { MemoryStore } from "./memory.ts"
import { ALL_PARTITIONS, ALL_TIMERS } from "./MemoryPlacement.ts"
import { PROJECT, START } from "./timeline.ts"
import { HandClock, ruleActorsBy } from "./HandClock.ts"

/** `bounds`: what the late lane may take at once. */
export const makeSteps = Effect.fnUntraced(function* (
  store: MemoryStore,
  bounds: BatchLimits = DEFAULT_BATCH_LIMITS
) {
  const feed = yield* Feed
  const factSource = yield* FactSource
  const journal = yield* Journal
  const ownership = yield* Ownership
  const preparing = yield* makePreparer(TICK_GRACE_MS)
  const lane = yield* makeLateLane(preparing, { quietMs: 0 })
  const clock = new HandClock(0)
  let held: EngineState | null = null

  /** The engine's memory is lost; what it committed is not. */
  const restart = () => {
    held = null
  }
  const open = Effect.gen(function* () {
    const engineState = new EngineState(ruleActorsBy(clock))
    engineState.own(yield* ownership.claim(ALL_PARTITIONS))
    for (const { half, partition, projectId, to } of yield* factSource.tickProgress(ALL_PARTITIONS))
      engineState.ticksOf(projectId).set(partition, to, half)
    engineState.loadDeadlines(ALL_TIMERS, yield* factSource.pendingDeadlines(ALL_PARTITIONS, ALL_TIMERS))
    yield* lane.open(engineState, ALL_PARTITIONS)
    return engineState
  })

  /** The clock is at `now`. `late`: the late lane has its turn too, as often as it wants or once. */
  const at = Effect.fnUntraced(function* (now: number, late: "all" | "once" | "none" = "all") {
    let isLeft = late !== "none"
    clock.set(now)
    const engineState = (held ??= yield* open)
    const commit = (changes: BatchResult) =>
      isEmptyBatch(changes)
        ? Effect.sync(() => engineState.giveBack())
        : Effect.map(journal.commit(engineState.epochs, changes), () => {
            engineState.advance(changes)
          })
    yield* preparing.open(engineState, yield* feed.scheduled, now)
    for (;;) {
      const { atEnd, rows } = yield* feed.read(engineState.progress, DEFAULT_BATCH_LIMITS.records)
      if (rows.length > 0)
        yield* commit((yield* evaluateRows(preparing, engineState, rows, now, DEFAULT_BATCH_LIMITS)).changes)
      const passing = {
          now,
          atEnd,
          tickGraceMs: TICK_GRACE_MS,
          isIncluded: () => true,
          limits: DEFAULT_BATCH_LIMITS
        },
        due = chooseDue(engineState, passing)
      if (due !== null) {
        const { changes, retries } = yield* passTime(preparing, engineState, due, passing)
        yield* commit(changes)
        for (const deadline of retries) engineState.ruleActors.retry(deadline, now)
      }
      const replayed = isLeft && (yield* lane.take(engineState, atEnd, now, commit, bounds)) === true
      if (replayed && late === "once") isLeft = false
      assertOneHolder(engineState, store)
      if (rows.length === 0 && due === null && !replayed) return
    }
  })

  return { at, restart, subjectActor: (key: string) => held?.subjectActors.get(key) }
})

/** A story of one animal told to an engine led by hand: times are seconds after its start. */
export const tell = Effect.fnUntraced(function* (
  rows: RuleSetRows,
  bounds: BatchLimits = DEFAULT_BATCH_LIMITS
) {
  const store = new MemoryStore()
  store.ruleSets.set(PROJECT, rows)
  const steps = yield* Effect.provide(makeSteps(store, bounds), store.ports())
  const ms = (seconds: number) => START + seconds * 1000
  const second = (at: number) => (at - START) / 1000
  return {
    store,
    ...steps,
    /** Records come in at a moment of the clock. */
    send: Effect.fnUntraced(function* (clock: number, ...seen: ReadonlyArray<Observation>) {
      yield* store.append(...seen.map((o) => ({ ...o, receivedAt: Math.max(o.receivedAt, ms(clock)) })))
      yield* steps.at(ms(clock))
    }),
    clock: (seconds: number) => steps.at(ms(seconds)),
    /** Rules and features change. */
    edit: (change: (rows: RuleSetRows, version: number) => Partial<RuleSetRows>) => {
      const before = store.ruleSets.get(PROJECT)!,
        version = before.version + 1
      store.ruleSets.set(PROJECT, { ...before, ...change(before, version), version })
    },
    /** Every event there is, by its time: what, by which version, and what became of it. */
    get events(): ReadonlyArray<string> {
      return [...store.events.values()]
        .sort((a, b) => a.at - b.at || a.rule.version - b.rule.version)
        .map((e) =>
          [
            second(e.at),
            e.kind,
            `v${e.rule.version}`,
            ...(e.late ? ["late"] : []),
            ...(store.past.superseded.has(e.key) ? ["superseded"] : []),
            ...(store.ended.has(e.id) ? [`until ${second(store.ended.get(e.id)!)}`] : [])
          ].join(" ")
        )
    }
  }
})
