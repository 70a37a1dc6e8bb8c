// The loop itself on a virtual clock: what it says of itself, how long it waits and for what, which partitions it
// owns, and what it does when one is revoked or a commit is refused.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Subject } from "../../../src/domain/rule/Observation.ts"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { EngineState } from "../../../src/engine/live/EngineState.ts"
import { evaluateRows } from "../../../src/engine/live/takeRows.ts"
import { chooseDue, passTime } from "../../../src/engine/live/passTime.ts"
import { Feed, Ownership } from "../../../src/engine/ports.ts"
import { makePreparer } from "../../../src/engine/live/prepare.ts"
import { HandClock, ruleActorsBy } from "../../support/engine/HandClock.ts"
import { rule, seconds, start, startWith } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

const enter = { type: "spatial", relation: "enter", feature_type: "zone" }
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
const ms = (n: number) => TestClock.adjust(`${n} millis`)

const begin = (...rules: ReadonlyArray<ReturnType<typeof rule>>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, { version: 1, features: [area("A", 0)], rules })
    return store
  })

describe("what it says of itself", () => {
  it.effect(
    "who owns the log, what is held in memory, and what was judged and committed since the start",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(rule("stay", enter, { for_seconds: 30 }))
        const nothing = {
          owner: false,
          partitions: [],
          epoch: null,
          cells: 0,
          timers: 0,
          lanes: 0,
          batches: 0,
          observations: 0,
          events: 0,
          lastBatchAt: null
        }
        const { engine, kill } = yield* start(store)
        assert.deepStrictEqual(yield* engine.progress, nothing)
        yield* seconds(1)
        assert.deepStrictEqual(yield* engine.progress, {
          ...nothing,
          owner: true,
          partitions: ALL_PARTITIONS,
          epoch: 1
        })
        yield* store.append(at(0, 5), at(1, 0))
        yield* ms(1)
        assert.deepStrictEqual(yield* engine.progress, {
          owner: true,
          partitions: ALL_PARTITIONS,
          epoch: 1,
          cells: 1,
          timers: 1,
          lanes: 0,
          batches: 1,
          observations: 2,
          events: 0,
          lastBatchAt: START + 1000
        })
        yield* seconds(60)
        assert.deepStrictEqual(yield* engine.progress, {
          owner: true,
          partitions: ALL_PARTITIONS,
          epoch: 1,
          cells: 1,
          timers: 0,
          lanes: 0,
          batches: 2,
          observations: 2,
          events: 1,
          lastBatchAt: START + 31_000
        })
        yield* kill
      })
  )

  it.effect("of memory nothing once it was refused: what was judged stays counted", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("stay", enter, { for_seconds: 30 }))
      const { engine } = yield* start(store)
      yield* store.append(at(0, 5), at(0.5, 0))
      yield* ms(1999)
      assert.deepInclude(yield* engine.progress, { owner: true, epoch: 1, cells: 1, timers: 1 })
      store.loses = () => true
      yield* store.append(at(1, 5))
      yield* ms(1)
      assert.deepInclude(yield* engine.progress, {
        owner: false,
        partitions: [],
        epoch: null,
        cells: 0,
        timers: 0,
        lanes: 0,
        batches: 1
      })
      store.loses = () => false
      // it waits a second and claims them again, under new epochs
      yield* ms(998)
      assert.isFalse((yield* engine.progress).owner)
      yield* ms(1)
      assert.deepInclude(yield* engine.progress, { owner: true, epoch: 2, cells: 1 })
    })
  )
})

describe("the partitions that are granted", () => {
  it.effect("are claimed when they come, and the claim is tried again while it fails", () =>
    Effect.gen(function* () {
      const store = yield* begin(),
        asked: Array<number> = []
      const engine = yield* startWith(
        store,
        Layer.effect(
          Ownership,
          Effect.map(Ownership, (own) => ({
            claim: (partitions: ReadonlyArray<number>) =>
              Effect.clockWith((clock) => {
                asked.push(clock.currentTimeMillisUnsafe() - START)
                return asked.length < 3 ? Effect.die("the database is gone") : own.claim(partitions)
              })
          }))
        )
      )
      yield* seconds(10)
      assert.deepStrictEqual([asked, (yield* engine.progress).owner], [[0, 1000, 2000], true])
    })
  )

  it.effect("are another's as soon as the engine ends", () =>
    Effect.gen(function* () {
      const store = yield* begin()
      const first = yield* start(store)
      yield* seconds(1)
      const second = yield* start(store)
      yield* seconds(1)
      assert.deepInclude(yield* second.engine.progress, { owner: false, epoch: null })
      yield* first.kill
      yield* ms(10)
      assert.deepInclude(yield* second.engine.progress, { owner: true, epoch: 2 })
    })
  )

  it.effect("move between two turns: what was held goes on there, and no commit is refused", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("stay", enter, { for_seconds: 30 }))
      const first = yield* start(store),
        second = yield* start(store)
      yield* store.append(at(0, 5), at(1, 0))
      yield* seconds(2)
      assert.deepInclude(yield* first.engine.progress, { cells: 1, timers: 1, events: 0 })
      const own = partitionOf(cow.id)
      store.placement.move([own], 1)
      yield* ms(20)
      assert.deepInclude(yield* first.engine.progress, { cells: 0, timers: 0, epoch: 1 })
      assert.deepInclude(yield* second.engine.progress, { partitions: [own], timers: 1, epoch: 2 })
      assert.isTrue(store.placement.revoked.every((grant) => !grant.isHeld))
      yield* seconds(60)
      assert.deepInclude(yield* first.engine.progress, { events: 0 })
      assert.deepInclude(yield* second.engine.progress, { events: 1 })
      assert.deepStrictEqual(store.fired, ["12:00:31 enter stay"])
    })
  )

  it.effect("are left alone for five seconds where another claimed them although they are granted", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("stay", enter, { for_seconds: 30 }))
      const { engine } = yield* start(store)
      yield* store.append(at(0, 5))
      yield* seconds(1)
      const own = partitionOf(cow.id)
      store.usurp(own)
      yield* store.append(at(1, 0))
      yield* seconds(4)
      const { partitions } = yield* engine.progress
      assert.notInclude(partitions, own)
      assert.lengthOf(partitions, PARTITIONS - 1)
      yield* seconds(3)
      assert.include((yield* engine.progress).partitions, own)
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, ["12:00:31 enter stay"])
    })
  )
})

describe("how it waits", () => {
  const listen = Effect.fnUntraced(function* (store: MemoryStore) {
    const waits: Array<number> = [],
      reads: Array<number> = []
    yield* startWith(
      store,
      Layer.effect(
        Feed,
        Effect.map(Feed, (own) => ({
          ...own,
          read: (...asked: Parameters<typeof own.read>) =>
            Effect.clockWith((clock) => {
              reads.push(clock.currentTimeMillisUnsafe() - START)
              return own.read(...asked)
            }),
          wait: (milliseconds: number, partitions: ReadonlyArray<number>) =>
            Effect.suspend(() => {
              waits.push(milliseconds)
              return own.wait(milliseconds, partitions)
            })
        }))
      )
    )
    return { waits, reads }
  })

  it.effect("for a notification, a second at most: then it looks by itself", () =>
    Effect.gen(function* () {
      const { reads, waits } = yield* listen(yield* begin())
      yield* seconds(3)
      assert.deepStrictEqual(
        [waits, reads],
        [
          [1000, 1000, 1000, 1000],
          [0, 1000, 2000, 3000]
        ]
      )
    })
  )

  it.effect("until an actor wakes where that is sooner, and until the next tick after its grace", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("stay", enter, { for_seconds: 2 })),
        { reads } = yield* listen(store)
      yield* store.append(at(0, 5), at(0.3, 0, { arrives: 0.3 }))
      yield* ms(2500)
      // a batch of few lets others gather for ten milliseconds
      assert.deepStrictEqual(reads.slice(2), [10, 1010, 2010, 2300, 2300])
      const ticking = yield* begin(rule("tick", fast, { trigger: { kind: "schedule", every_seconds: 60 } })),
        heard = yield* listen(ticking)
      yield* ticking.append(at(0, 5))
      yield* ms(18_500)
      heard.waits.length = 0
      yield* ms(1000)
      assert.deepStrictEqual(heard.waits, [990]) // the tick of noon, twenty seconds later
    })
  )

  it.effect(
    "a thousand devices that send one fix each cost few commits; a batch of many is followed at once",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(rule("fast", fast)),
          { reads } = yield* listen(store)
        for (let i = 0; i < 50; i++) {
          yield* store.append(at(i / 1000, 5))
          yield* ms(1)
        }
        assert.isAtMost(store.commits.length, 6)
        yield* seconds(1)
        store.rowsAtOnce = 1
        reads.length = 0
        const many = (n: number) =>
          store.append(...Array.from({ length: n }, (_, i) => at(100 + i / 1000, 5)))
        const since = (yield* Effect.clockWith((c) => c.currentTimeMillis)) - START
        yield* many(500)
        yield* many(499)
        yield* ms(9)
        // the second batch is read at once, the third only after a pause
        assert.deepStrictEqual(reads, [since, since])
        yield* ms(1)
        assert.strictEqual(reads[2], since + 10)
      })
  )

  it.effect("editions of schedules are looked up once a second, however much comes in between", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("fast", fast)),
        looked: Array<number> = []
      yield* startWith(
        store,
        Layer.effect(
          Feed,
          Effect.map(Feed, (own) => ({
            ...own,
            scheduled: Effect.clockWith((clock) => {
              looked.push(clock.currentTimeMillisUnsafe() - START)
              return own.scheduled
            })
          }))
        )
      )
      for (let i = 0; i < 25; i++) {
        yield* store.append({ ...at(i, 5), subject: cow })
        yield* ms(100)
      }
      assert.deepStrictEqual(looked, [0, 1000, 2000])
    })
  )
})

describe("what the database refuses", () => {
  it.effect(
    "may be refused for a passing reason: it is tried whole twice, then its first row alone, and then that row is stepped over",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(rule("fast", fast)),
          tried: Array<number> = []
        store.refuses = (changes) =>
          changes.events.some((e) => e.at === START + 1000) && tried.push(changes.cursors[0]!.to) > 0
        for (const s of [1, 2, 3]) yield* store.append(at(s, 5, { speedMps: s === 2 ? 1 : 20, arrives: 0 }))
        const { engine } = yield* start(store)
        yield* seconds(3.5)
        assert.deepStrictEqual(
          [tried, store.skippedRows, store.fired],
          [[3, 3, 1], [1], ["12:00:03 rise fast"]]
        )
        assert.deepStrictEqual(
          store.committed.flatMap((c) => c.skippedRow?.projectIds ?? []),
          [PROJECT]
        )
        assert.strictEqual((yield* engine.progress).epoch, 4)
      })
  )

  it.effect(
    "is read row by row, and until all is read no time passes: what comes next in the log is heard before a timer",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(rule("fast", fast), rule("stay", enter, { for_seconds: 30 })),
          id = `${cow.id.slice(0, -4)}1${cow.id.slice(-3)}`
        const other: Subject = { ...cow, id, entityId: id }
        assert.strictEqual(partitionOf(id), partitionOf(cow.id))
        store.refuses = (changes) => changes.events.some((e) => e.subject.id === id)
        yield* start(store)
        yield* store.append(at(0, 5), at(10, 0))
        yield* seconds(39.5)
        yield* store.append({ ...at(30, 5, { speedMps: 20 }), subject: other })
        yield* store.append(at(35, 5)) // it left again
        yield* seconds(10)
        assert.deepStrictEqual([store.fired, store.skippedRows], [[], [2]])
      })
  )

  it.effect("of timers puts their project to rest for a minute", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("stay", enter, { for_seconds: 30 })),
        tried: Array<number> = []
      store.refuses = (changes) => changes.events.length > 0 && tried.push(changes.now - START) < 3
      yield* start(store)
      yield* store.append(at(0, 5), at(10, 0, { arrives: 10 }))
      yield* seconds(170)
      assert.deepStrictEqual([tried, store.fired], [[40_000, 100_050, 160_100], ["12:00:40 enter stay"]])
      const { cursors, now } = store.committed.at(-1)!
      assert.deepStrictEqual(
        [now, cursors],
        [START + 160_100, [{ partition: partitionOf(cow.id), from: 1, to: 1 }]]
      )
    })
  )
})

describe("a subject that was deleted", () => {
  it.effect("is dropped with its timers, awake or asleep", () =>
    Effect.gen(function* () {
      for (const asleep of [false, true]) {
        const store = yield* begin(rule("stay", enter, { for_seconds: 30 })),
          first = yield* start(store)
        yield* store.append(at(0, 5), at(10, 0))
        yield* seconds(1)
        store.deleted.add(cow.id)
        store.roster++
        if (asleep) yield* first.kill
        else yield* store.append(at(20, 0))
        const { engine } = asleep ? yield* start(store) : first
        yield* seconds(60)
        const { cells, epoch, timers } = yield* engine.progress
        assert.deepStrictEqual([store.fired, cells, timers, epoch], [[], 0, 0, asleep ? 2 : 1])
      }
    })
  )
})

describe("other fibers of the process have their turn", () => {
  /** How often another fiber ran meanwhile. */
  const beside = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    let turns = 0
    const other = yield* Effect.forkChild(
      Effect.gen(function* () {
        for (;;) {
          turns++
          yield* Effect.yieldNow
        }
      })
    )
    yield* Effect.yieldNow
    const before = turns
    yield* work
    const ran = turns - before
    yield* Fiber.interrupt(other)
    return ran
  })
  /** All in one partition. */
  const herd = (n: number): ReadonlyArray<Subject> =>
    Array.from({ length: n }, (_, i) => {
      const id = `01900000-0000-7000-8000-${(i * PARTITIONS).toString(16).padStart(12, "0")}`
      return { ...cow, id, entityId: id }
    })

  it.effect("after 512 records, of however many subjects, and after as many subjects and ticks", () =>
    Effect.gen(function* () {
      const ran = (subjects: number, ticks: boolean) =>
        Effect.gen(function* () {
          const store = new MemoryStore()
          store.ruleSets.set(PROJECT, {
            version: 1,
            features: [],
            rules: [rule("rule", fast, ticks ? { trigger: { kind: "schedule", every_seconds: 60 } } : {})]
          })
          return yield* Effect.provide(
            Effect.gen(function* () {
              const feed = yield* Feed,
                preparing = yield* makePreparer(20_000),
                engineState = new EngineState(ruleActorsBy(new HandClock(START)))
              engineState.own(yield* (yield* Ownership).claim(ALL_PARTITIONS))
              yield* preparing.open(engineState, yield* feed.scheduled, START)
              yield* store.append(...herd(subjects).map((subject) => ({ ...at(1, 5), subject })))
              const { rows } = yield* feed.read(engineState.progress, DEFAULT_BATCH_LIMITS.records),
                judging = evaluateRows(preparing, engineState, rows, START, DEFAULT_BATCH_LIMITS)
              if (!ticks) return yield* beside(judging)
              yield* judging
              const passing = {
                now: START + 140_000,
                atEnd: new Set([0]),
                tickGraceMs: 20_000,
                isIncluded: () => true,
                limits: DEFAULT_BATCH_LIMITS
              }
              return yield* beside(
                passTime(preparing, engineState, chooseDue(engineState, passing)!, passing)
              )
            }),
            store.ports()
          )
        })
      assert.deepStrictEqual(
        [yield* ran(511, false), yield* ran(512, false), yield* ran(1500, false)],
        [0, 1, 2]
      )
      assert.deepStrictEqual([yield* ran(255, true), yield* ran(256, true), yield* ran(700, true)], [0, 1, 2])
    })
  )
})
