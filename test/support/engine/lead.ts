// A late lane beside an engine that is led by hand.
import { Effect, Layer } from "effect"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import { type BatchLimits, DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import { EngineState } from "../../../src/engine/live/EngineState.ts"
import { evaluateRows } from "../../../src/engine/live/takeRows.ts"
import { makeLateLane } from "../../../src/engine/live/LateLane.ts"
import { chooseDue, passTime } from "../../../src/engine/live/passTime.ts"
import {
  FactSource,
  Feed,
  History,
  Journal,
  LateSpans,
  Ownership,
  RuleSetSource,
  type LateSpanQuery
} from "../../../src/engine/ports.ts"
import { makePreparer } from "../../../src/engine/live/prepare.ts"
import { TICK_GRACE_MS } from "../../../src/engine/evaluate/ticks.ts"
import { MemoryStore } from "./memory.ts"
import { ALL_PARTITIONS, ALL_TIMERS } from "./MemoryPlacement.ts"
import { ruleSet, fast } from "./storyRules.ts"
import { cow, PROJECT, START } from "./timeline.ts"
import { HandClock, ruleActorsBy } from "./HandClock.ts"

export const DAY = 86_400_000
export const ms = (seconds: number) => START + seconds * 1000
export const all: ReadonlySet<number> = new Set(Array.from({ length: PARTITIONS }, (_, p) => p))

/** Another animal, in the partition of its number. */
export const animal = (n: number): Subject => {
  const id = `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
  return { ...cow, id, entityId: id }
}

export const lead = Effect.fnUntraced(function* (quietMs: number, rows = ruleSet({ conditions: fast })) {
  const store = new MemoryStore()
  store.ruleSets.set(PROJECT, rows)
  /** how it asked for what is due */
  const asked: Array<LateSpanQuery> = []
  const looking = Layer.succeed(LateSpans, {
    due: (waiting) =>
      Effect.suspend(() => {
        asked.push(waiting)
        return store.past.lateSpans.due(waiting)
      }),
    unfinished: store.past.lateSpans.unfinished
  })
  /** the past editions that it looked up */
  const opened: Array<number> = []
  const opening = Layer.effect(
    RuleSetSource,
    Effect.map(RuleSetSource, (own) => ({
      ...own,
      at: (id: string, version: number) =>
        Effect.suspend(() => {
          opened.push(version)
          return own.at(id, version)
        })
    }))
  ).pipe(Layer.provide(store.ports()))
  /** how often it looked up when things arrived */
  const arrivals = { asked: 0 }
  const unreadable = new Set<string>()
  const counting = Layer.succeed(History, {
    ...store.past.history,
    recall: (stretches, needs, reading) =>
      stretches.some((s) => unreadable.has(s.subject.id))
        ? Effect.die("unreadable")
        : store.past.history.recall(stretches, needs, reading),
    arrivals: (...args) =>
      Effect.suspend(() => {
        arrivals.asked++
        return store.past.history.arrivals(...args)
      })
  })
  return yield* Effect.provide(
    Effect.gen(function* () {
      const feed = yield* Feed
      const journal = yield* Journal
      const factSource = yield* FactSource
      const preparing = yield* makePreparer(TICK_GRACE_MS)
      const lane = yield* makeLateLane(preparing, { quietMs })
      const ownership = yield* Ownership
      const clock = new HandClock(START)
      const begin = Effect.gen(function* () {
        const engineState = new EngineState(ruleActorsBy(clock))
        engineState.own(yield* ownership.claim(ALL_PARTITIONS))
        return engineState
      })
      let engineState = yield* begin
      const commit = (changes: BatchResult) =>
        Effect.map(journal.commit(engineState.epochs, changes), () => {
          engineState.advance(changes)
        })
      return {
        store,
        asked,
        opened,
        arrivals,
        /** ids of subjects whose past the database does not tell */
        unreadable,
        get engineState() {
          return engineState
        },
        /** The engine is killed, and starts again. */
        restart: Effect.gen(function* () {
          engineState = yield* begin
          for (const { half, partition, projectId, to } of yield* factSource.tickProgress(ALL_PARTITIONS))
            engineState.ticksOf(projectId).set(partition, to, half)
          engineState.loadDeadlines(
            ALL_TIMERS,
            yield* factSource.pendingDeadlines(ALL_PARTITIONS, ALL_TIMERS)
          )
          yield* lane.open(engineState, ALL_PARTITIONS)
        }),
        take: (now: number, atEnd = all, bounds: BatchLimits = DEFAULT_BATCH_LIMITS) =>
          Effect.map(lane.take(engineState, atEnd, now, commit, bounds), (taken) => taken === true),
        /** Something of a subject changed at an effective time, and was noted long ago. */
        note: (subject: Subject, from: number, notedAt = START - DAY) =>
          store.past.note(subject, from, "late_record", notedAt),
        /** Records come in and are judged. */
        hear: Effect.fnUntraced(function* (now: number, ...seen: ReadonlyArray<Observation>) {
          yield* store.append(...seen)
          yield* commit(
            (yield* evaluateRows(
              preparing,
              engineState,
              (yield* feed.read(engineState.progress, DEFAULT_BATCH_LIMITS.records)).rows,
              now,
              DEFAULT_BATCH_LIMITS
            )).changes
          )
        }),
        /** Time passes. */
        pass: Effect.fnUntraced(function* (now: number) {
          clock.set(now)
          const passing = {
              now,
              atEnd: all,
              tickGraceMs: TICK_GRACE_MS,
              isIncluded: () => true,
              limits: DEFAULT_BATCH_LIMITS
            },
            due = chooseDue(engineState, passing)
          if (due === null) return
          const { changes, retries } = yield* passTime(preparing, engineState, due, passing)
          yield* commit(changes)
          for (const deadline of retries) engineState.ruleActors.retry(deadline, now)
        }),
        /** Whose past was judged again, commit by commit. */
        get rounds() {
          return store.committed.flatMap((c) =>
            c.rewrites.length === 0 ? [] : [c.rewrites.map((r) => r.span.subject)]
          )
        }
      }
    }),
    Layer.mergeAll(store.ports(), looking, opening, counting)
  )
})
