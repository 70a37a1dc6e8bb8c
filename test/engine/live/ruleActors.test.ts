// One fiber for a rule and a subject that have something under way: when it begins, what it holds, when it ends,
// and with which scope. "Effect fibers act as one actor per rule and subject, holding firing state and timers in
// supervised scopes."
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import { blank } from "../../../src/domain/rule/RuleState.ts"
import { DEFAULT_TIMER_LIMITS, TimerWindow } from "../../../src/engine/live/TimerWindow.ts"
import type { Actor } from "../../../src/engine/evaluate/BatchResult.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import type { Deadline } from "../../../src/engine/live/DueActors.ts"
import { makeRuleActors, type RuleActors } from "../../../src/engine/live/RuleActors.ts"
import { HandClock, ruleActorsBy } from "../../support/engine/HandClock.ts"
import { rule, seconds, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

const S = (seconds: number) => START + seconds * 1000
const key = subjectKey(cow),
  partition = partitionOf(cow.id)
const enter = { type: "spatial", relation: "enter", feature_type: "zone" }
const stay = (more: object = {}) => rule("stay", enter, { for_seconds: 30, ...more })
const [compiled] = makeRuleSet(PROJECT, { version: 1, features: [], rules: [stay()] }).rules
const holding = (state = blank): Actor => ({ rule: compiled!, state, episode: null })
const dueAt = (wakes: number, more: Partial<Deadline> = {}): Deadline => ({
  at: S(wakes),
  partition,
  subject: cow,
  key,
  ruleId: "stay",
  ...more
})
const give = (actors: RuleActors, wakes: number, more: Partial<Deadline> = {}, state = blank) =>
  actors.give(dueAt(wakes, more), holding(state))
const all = () => true
const due = (actors: RuleActors) =>
  actors.due.take(99, [0, 1, partition], all).map((d) => `${d.ruleId} ${(d.at - START) / 1000}`)

describe("an actor that has something under way", () => {
  it("is a fiber that sleeps until its moment, holds its firing state, and then asks to be judged", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock)
    give(actors, 30)
    const held = actors.heldBy(partition, "stay", key)
    assert.deepStrictEqual([clock.sleeping, held?.actor, held?.phase], [1, holding(), "asleep"])
    clock.set(S(29.999))
    assert.deepStrictEqual([due(actors), actors.size], [[], 1])
    clock.set(S(30))
    assert.deepStrictEqual([clock.sleeping, actors.size, due(actors)], [0, 1, ["stay 30"]])
    // it lives, and holds its state, until it is given one without a deadline
    assert.deepStrictEqual([actors.size, held?.actor, held?.phase], [1, holding(), "awake"])
    actors.end(partition, "stay", key)
    assert.deepStrictEqual([actors.size, actors.heldBy(partition, "stay", key)], [0, undefined])
  })
  it("that nobody holds a state for ends when it has asked: its row has it", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock)
    actors.give(dueAt(30), null)
    clock.set(S(30))
    assert.deepStrictEqual([actors.size, due(actors)], [0, ["stay 30"]])
    actors.give(dueAt(20), null)
    assert.deepStrictEqual([actors.size, due(actors)], [0, ["stay 20"]])
  })
  it("is one, whatever happens to its state", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock),
      later = { ...blank, since: S(1) }
    give(actors, 30)
    give(actors, 30, {}, later)
    assert.deepStrictEqual(
      [clock.sleeping, actors.size, actors.heldBy(partition, "stay", key)?.actor?.state],
      [1, 1, later]
    )
    give(actors, 20)
    give(actors, 40)
    assert.deepStrictEqual([clock.sleeping, actors.size], [1, 1])
    clock.set(S(39))
    assert.deepStrictEqual(due(actors), [])
    clock.set(S(40))
    assert.deepStrictEqual(due(actors), ["stay 40"])
  })
  it("is none any more once that is over", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock)
    give(actors, 30)
    actors.end(partition, "stay", key)
    actors.end(partition, "stay", key)
    assert.deepStrictEqual([clock.sleeping, actors.size], [0, 0])
    clock.set(S(60))
    assert.deepStrictEqual(due(actors), [])
  })
  it("what is due already never sleeps", () => {
    const clock = new HandClock(S(30)),
      actors = ruleActorsBy(clock)
    give(actors, 30)
    assert.deepStrictEqual([clock.sleeping, due(actors)], [0, ["stay 30"]])
  })
  it("sleeps until the same moment when the clock is set", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock)
    give(actors, 3600)
    clock.leap(S(3599))
    actors.resyncClock()
    clock.set(S(3599.5))
    assert.deepStrictEqual([clock.sleeping, due(actors)], [1, []])
    clock.set(S(3600))
    assert.deepStrictEqual(due(actors), ["stay 3600"])
  })
})

describe("scopes: what is closed wakes nobody any more", () => {
  const four = (close: (actors: RuleActors, engine: Scope.Closeable) => Effect.Effect<void> | void) =>
    Effect.gen(function* () {
      const clock = new HandClock(START),
        engine = Scope.makeUnsafe(),
        actors = ruleActorsBy(clock, DEFAULT_TIMER_LIMITS, engine)
      const other = { ...cow, id: "01900000-0000-7000-8000-000000000010" }
      give(actors, 30)
      give(actors, 30, { ruleId: "other" })
      give(actors, 30, { subject: other, key: subjectKey(other), partition: 0 })
      const before = clock.sleeping
      yield* close(actors, engine) ?? Effect.void
      yield* Effect.yieldNow
      const left = clock.sleeping
      clock.set(S(31))
      return [before, left, actors.due.take(9, [0, partition], all).map((d) => `${d.ruleId} ${d.partition}`)]
    })

  it.effect("a rule that is disabled", () =>
    Effect.gen(function* () {
      const left = yield* four(
        (actors) =>
          void actors.replaceRules(
            PROJECT,
            (same) => same,
            (id) => id === "stay"
          )
      )
      assert.deepStrictEqual(left, [3, 1, [`other ${partition}`]])
    })
  )
  it.effect("a subject that is gone", () =>
    Effect.gen(function* () {
      const left = yield* four((actors) => actors.closeSubject(PROJECT, partition, key))
      assert.deepStrictEqual(left, [3, 1, ["stay 0"]])
    })
  )
  it.effect("a partition that another engine owns", () =>
    Effect.gen(function* () {
      const left = yield* four((actors) => actors.closePartition(partition))
      assert.deepStrictEqual(left, [3, 1, ["stay 0"]])
    })
  )
  it.effect("an engine that stops", () =>
    Effect.gen(function* () {
      const left = yield* four((_, engine) => Scope.close(engine, Exit.void))
      assert.deepStrictEqual(left, [3, 0, []])
    })
  )
  it.effect("and it may begin again", () =>
    Effect.gen(function* () {
      const clock = new HandClock(START),
        actors = ruleActorsBy(clock)
      give(actors, 30)
      actors.replaceRules(PROJECT, (same) => same, all)
      give(actors, 40)
      yield* Effect.yieldNow
      clock.set(S(40))
      assert.deepStrictEqual(due(actors), ["stay 40"])
    })
  )
})

describe("a fiber that fails", () => {
  it("is reported with its rule and subject, and its state is gone with it", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock)
    clock.sleep = () => Effect.die("the timer is broken")
    give(actors, 30)
    assert.deepStrictEqual(actors.takeFailures(), [{ deadline: dueAt(30), defect: "the timer is broken" }])
    assert.deepStrictEqual(
      [actors.size, actors.heldBy(partition, "stay", key), [...actors.held()], due(actors)],
      [0, undefined, [], []]
    )
    assert.deepStrictEqual(actors.takeFailures(), [])
  })
})

describe("the horizon", () => {
  const narrow = { aheadMs: 60_000, maxTimers: 4 }
  it("reads what is due within it, and again when half of it is over", () => {
    const actors = ruleActorsBy(new HandClock(START), narrow)
    const unread = new HandClock(START)
    assert.isNull(actors.nextLoad(START))
    const first = ruleActorsBy(unread, narrow)
    first.load({ after: -Infinity, until: S(60), most: 4 }, [])
    assert.isNull(first.nextLoad(S(29)))
    assert.deepStrictEqual(first.nextLoad(S(31)), { after: S(60), until: S(91), most: 4 })
  })
  it("what lies beyond it is a row, until it is reached", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock, narrow)
    actors.load({ after: -Infinity, until: S(60), most: 4 }, [])
    const ahead = actors.nextLoad(S(40))!
    assert.isFalse(actors.hasFiberAt(S(61)))
    actors.load(ahead, [dueAt(61)])
    assert.isTrue(actors.hasFiberAt(S(61)))
    give(actors, 61)
    assert.deepStrictEqual([actors.size, clock.sleeping], [1, 1])
  })
  it("ends with the last that was read where there are more", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock, narrow)
    const rows = [1, 2, 3, 4].map((s) => dueAt(s, { ruleId: `r${s}` }))
    actors.load({ after: -Infinity, until: S(60), most: 4 }, rows)
    for (const row of rows) actors.give(row, holding())
    assert.deepStrictEqual([actors.size, actors.hasFiberAt(S(4)), actors.hasFiberAt(S(5))], [4, true, false])
    assert.isNull(actors.nextLoad(S(-1)))
    // two are over: there is room again
    clock.set(S(2))
    assert.lengthOf(due(actors), 2)
    for (const ruleId of ["r1", "r2"]) actors.end(partition, ruleId, key)
    assert.deepStrictEqual(actors.nextLoad(S(2)), { after: S(4), until: S(62), most: 2 })
  })
  it("draws nearer when too much is under way", () => {
    const clock = new HandClock(START),
      actors = ruleActorsBy(clock, narrow)
    for (const s of [50, 40, 30, 20, 10]) give(actors, s, { ruleId: `r${s}` })
    const ended = actors.shrink()
    assert.deepStrictEqual(
      ended.map((held) => [held.deadline.ruleId, held.actor]),
      [
        ["r50", holding()],
        ["r40", holding()]
      ]
    )
    assert.deepStrictEqual([actors.size, clock.sleeping, actors.shrink()], [3, 3, []])
    clock.set(S(60))
    assert.deepStrictEqual(due(actors), ["r10 10", "r20 20", "r30 30"])
    assert.strictEqual(actors.nextLoad(S(60))?.after, S(30))
  })
  it("never moves past rows that nobody read, though those who wait again ask later than it lies", () => {
    const clock = new HandClock(S(100)),
      actors = ruleActorsBy(clock, narrow)
    const rows = [1, 2, 3, 4].map((s) => dueAt(s, { ruleId: `r${s}` })),
      extra = dueAt(4, { ruleId: "r5" })
    actors.load({ after: -Infinity, until: S(160), most: 4 }, rows)
    for (const row of [...rows, extra]) actors.give(row, holding())
    assert.lengthOf(due(actors), 5)
    for (const row of [...rows, extra]) actors.retry(row, S(100))
    actors.retry(dueAt(4, { ruleId: "gone" }), S(100))
    assert.deepStrictEqual([actors.size, clock.sleeping], [5, 5])
    actors.shrink()
    // one of a moment behind the four, which was not read yet
    assert.isFalse(actors.hasFiberAt(S(6)))
    const ahead = actors.nextLoad(S(100))!
    assert.isBelow(ahead.after, S(6))
    // whoever was given up for room is read again
    const left = rows.filter(({ at, ruleId }) => at <= ahead.after && ruleId !== "r5").length
    assert.isAtMost(left, actors.size)
    const horizon = new TimerWindow(narrow)
    horizon.advance({ after: -Infinity, until: S(10), most: 4 }, 0, undefined)
    assert.strictEqual(
      horizon.shrink(5, () => [20, 21, 22, 23, 24].map(S)),
      S(10)
    )
  })
})

describe("in an engine", () => {
  const living = Effect.fnUntraced(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, { version: 1, features: [area("A", 0)], rules: [stay()] })
    return { store, engine: yield* start(store) }
  })

  it.effect("the fiber begins with the commit of its hold, and ends with the hold", () =>
    Effect.gen(function* () {
      const { engine, store } = yield* living()
      yield* store.append(at(0, 5))
      yield* seconds(1)
      assert.strictEqual((yield* engine.engine.progress).timers, 0)
      yield* store.append(at(10, 0))
      yield* seconds(1)
      assert.strictEqual((yield* engine.engine.progress).timers, 1)
      yield* store.append(at(20, 5))
      yield* seconds(1)
      assert.strictEqual((yield* engine.engine.progress).timers, 0)
      // one that begins and ends in one batch never is a fiber
      yield* store.append(at(30, 0), at(31, 5))
      yield* seconds(1)
      assert.strictEqual((yield* engine.engine.progress).timers, 0)
      yield* engine.kill
    })
  )
  it.effect("a rule that is disabled while its project is silent ends its fibers within a second", () =>
    Effect.gen(function* () {
      const { engine, store } = yield* living()
      yield* store.append(at(0, 5), at(10, 0))
      yield* seconds(2)
      assert.strictEqual((yield* engine.engine.progress).timers, 1)
      store.ruleSets.set(PROJECT, { version: 2, features: [area("A", 0)], rules: [] })
      yield* seconds(2)
      assert.strictEqual((yield* engine.engine.progress).timers, 0)
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, [])
      yield* engine.kill
    })
  )
  it.effect("after a crash exactly those that had something under way are there again", () =>
    Effect.gen(function* () {
      const { engine, store } = yield* living()
      const calf = {
        ...cow,
        id: "01900000-0000-7000-8000-000000000002",
        entityId: "01900000-0000-7000-8000-000000000002"
      }
      yield* store.append(
        at(0, 5),
        at(10, 0),
        { ...at(0, 5), subject: calf },
        { ...at(10, 5), subject: calf }
      )
      yield* seconds(2)
      yield* engine.kill
      const again = yield* start(store)
      yield* seconds(1)
      assert.strictEqual((yield* again.engine.progress).timers, 1)
      yield* seconds(40)
      assert.deepStrictEqual(store.fired, ["12:00:40 enter stay"])
      yield* again.kill
    })
  )
  it.effect("an actor whose fiber fails is loaded from its row again, and its hold is not lost", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore(),
        clock = yield* Clock.Clock,
        logged: Array<unknown> = []
      let broken = 0
      const breaking: Clock.Clock = {
        currentTimeMillis: clock.currentTimeMillis,
        currentTimeNanos: clock.currentTimeNanos,
        monotonicTimeNanos: clock.monotonicTimeNanos,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        sleep: (duration) =>
          Duration.toSeconds(duration) > 20 && broken++ === 0
            ? Effect.die("the timer is broken")
            : clock.sleep(duration)
      }
      store.ruleSets.set(PROJECT, { version: 1, features: [area("A", 0)], rules: [stay()] })
      const { engine, kill } = yield* start(store).pipe(
        Effect.provideService(Clock.Clock, breaking),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
      )
      yield* store.append(at(0, 5), at(10, 0))
      yield* seconds(1)
      assert.deepStrictEqual([broken, (yield* engine.progress).timers], [2, 1])
      assert.deepInclude(logged.flat(), {
        rule_id: "rule-stay",
        project_id: PROJECT,
        entity_id: cow.entityId,
        device_id: cow.deviceId
      })
      assert.include(logged.flat(), "the fiber of a rule actor failed: its state is loaded again")
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, ["12:00:40 enter stay"])
      yield* kill
    })
  )
  it.effect("its fibers end with it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const scope = yield* Scope.make(),
        actors = yield* Scope.provide(makeRuleActors(DEFAULT_TIMER_LIMITS), scope)
      actors.load({ after: -Infinity, until: Infinity, most: 1 }, [])
      give(actors, 30)
      const waiting = yield* Effect.forkChild(actors.woken.await)
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(waiting)
      give(actors, 60)
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(due(actors), ["stay 30"])
    })
  )
})
