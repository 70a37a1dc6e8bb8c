// How the late lane takes its turns: when it looks, whom it takes together, what it commits, and what becomes
// of what the database refuses.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import type { Rewrite } from "../../../src/engine/ports.ts"
import { all, animal, DAY, lead, ms } from "../../support/engine/lead.ts"
import type { MemoryStore } from "../../support/engine/memory.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { ruleSet, byTick, enter, fast, inside, next, rule, speed } from "../../support/engine/storyRules.ts"
import { area, at, cow, PROJECT, RULE, START } from "../../support/engine/timeline.ts"

describe("when it looks", () => {
  it.effect(
    "once a second while there is nothing, for what was left alone for a few seconds or has waited for ten",
    () =>
      Effect.gen(function* () {
        const { asked, take } = yield* lead(3000)
        for (const now of [0, 999, 1000, 1001, 1999, 2000]) assert.isFalse(yield* take(START + now))
        assert.deepStrictEqual(
          asked,
          [0, 1000, 2000].map((now) => ({
            now: START + now,
            quietMs: 3000,
            maxWaitMs: 10_000,
            most: 100,
            partitions: ALL_PARTITIONS
          }))
        )
      })
  )

  it.effect(
    "more often where changes need not rest so long, and never puts off less than they have to rest",
    () =>
      Effect.gen(function* () {
        const short = yield* lead(200),
          long = yield* lead(60_000)
        for (const now of [0, 199, 200]) for (const { take } of [short, long]) yield* take(START + now)
        assert.deepStrictEqual(
          [short.asked.map((w) => w.now - START), long.asked.map((w) => w.maxWaitMs)],
          [[0, 200], [60_000]]
        )
      })
  )

  it.effect(
    "round upon round while there is something, once a second while the log is behind: live batches come first",
    () =>
      Effect.gen(function* () {
        const { asked, note, take } = yield* lead(3000)
        for (let n = 1; n <= 80; n++) note(animal(n), START) // twenty a round
        assert.deepStrictEqual([yield* take(START), yield* take(START)], [true, true])
        const behind = new Set([...all].slice(1))
        assert.deepStrictEqual(
          [yield* take(START, behind), yield* take(START, behind), yield* take(START + 999, behind)],
          [true, false, false]
        )
        assert.deepStrictEqual(
          [yield* take(START + 1000), yield* take(START + 1000), asked.length],
          [true, false, 5]
        )
      })
  )
})

describe("whom it takes", () => {
  it.effect(
    "some of each project together, however far back their change reaches, and a bare device in one project at a time",
    () =>
      Effect.gen(function* () {
        const lane = yield* lead(3000),
          [b, far, c] = [animal(2), animal(3), animal(4)]
        const here = { ...cow, id: cow.deviceId, entityId: null },
          elsewhere = { ...here, projectId: "01900000-0000-7000-8000-0000000000ac" }
        lane.store.ruleSets.set(elsewhere.projectId, ruleSet({ conditions: fast }))
        lane.note(here, START)
        lane.note(b, START - DAY)
        lane.note(far, START - DAY - 1)
        lane.note(elsewhere, START)
        lane.note(c, START)
        for (let i = 0; i < 3; i++) yield* lane.take(START)
        assert.deepStrictEqual(lane.rounds, [[here, b, far, c], [elsewhere]])
      })
  )

  it.effect(
    "as an ordinary batch of the partitions' owner: editions that have not judged them yet begin first, by themselves",
    () =>
      Effect.gen(function* () {
        const { note, store, take } = yield* lead(3000),
          [a, b] = [animal(1), animal(PARTITIONS + 2)]
        note(a, START)
        note(b, START)
        yield* take(START)
        const cursors = [1, 2].map((partition) => ({ partition, from: 0, to: 0 }))
        assert.deepStrictEqual(
          [a, b].map((s) => partitionOf(s.id)),
          [1, 2]
        )
        assert.deepStrictEqual(
          store.committed.map((c) => [c.periods.length, c.rewrites.length, c.cursors]),
          [
            [2, 0, cursors],
            [0, 2, cursors]
          ]
        )
        note(a, START)
        yield* take(START)
        assert.deepStrictEqual(
          store.committed.slice(2).map((c) => [c.periods.length, c.rewrites.length]),
          [[0, 1]]
        )
      })
  )

  it.effect(
    "a subject that was deleted has no past: nobody needs to know, and the others of the round are judged",
    () =>
      Effect.gen(function* () {
        const { note, rounds, store, take } = yield* lead(3000),
          [gone, here] = [animal(1), animal(2)]
        store.deleted.add(gone.id)
        note(gone, START)
        note(here, START)
        assert.isTrue(yield* take(START))
        assert.deepStrictEqual(
          store.committed.flatMap((c) => c.dismissed.map((d) => [d.span.subject, d.failure])),
          [[gone, null]]
        )
        assert.deepStrictEqual(
          [store.committed.at(-1)!.rewrites.map((r) => r.span.subject), rounds, store.past.waiting],
          [[here], [], 0]
        )
      })
  )
})

describe('"a late record is judged by the version in whose span its time lies": the editions it looks up', () => {
  /**
   * An animal heard at 10, 20, 30… seconds, each time with another edition: the first is 1, the second begins
   * at the beginning 10.
   */
  const aged = Effect.fnUntraced(function* (editions: number) {
    const lane = yield* lead(0)
    for (let version = 1; version <= editions; version++) {
      lane.store.ruleSets.set(PROJECT, { ...ruleSet({ conditions: fast }), version })
      yield* lane.hear(ms(version * 10), speed(version * 10, false))
    }
    return {
      ...lane,
      /** What is looked up for a change at that second. */
      for: Effect.fnUntraced(function* (second: number) {
        const known = lane.opened.length
        lane.note(cow, ms(second))
        yield* lane.take(ms(100_000))
        return lane.opened.slice(known)
      })
    }
  })

  it.effect.each<[number, ReadonlyArray<number>]>([
    [100, []],
    [45, []],
    [41, []],
    [40, [4]],
    [35, [4]],
    [30, [3, 4]],
    [11, [2, 3, 4]],
    [10, [1, 2, 3, 4]],
    [-100, [1, 2, 3, 4]]
  ])(
    "are those since the last that was in force before %d s for everything, without the present one",
    ([second, expected]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* (yield* aged(5)).for(second), expected)
      })
  )

  it.effect("are kept ready, the 64 looked up last", () =>
    Effect.gen(function* () {
      const lane = yield* aged(66)
      assert.lengthOf(yield* lane.for(5), 65)
      assert.lengthOf(yield* lane.for(15), 0) // all but the first and the present one
      assert.isNotEmpty(yield* lane.for(5))
    })
  )
})

describe("what it judges again", () => {
  const behind = new Set([...all].filter((p) => p !== partitionOf(cow.id)))
  const rewrites = ({ committed }: MemoryStore) => committed.flatMap((c) => c.rewrites)

  it.effect(
    "begins where the past changed, and after all that was judged where it did not change at all",
    () =>
      Effect.gen(function* () {
        const from = (rows: Parameters<typeof lead>[1], second: number) =>
          Effect.gen(function* () {
            const { hear, note, pass, store, take } = yield* lead(0, rows)
            yield* hear(ms(10), speed(10, false))
            yield* pass(ms(85))
            note(cow, ms(second))
            yield* take(ms(100))
            return (rewrites(store)[0]!.span.from - START) / 1000
          })
        const plain = ruleSet({ conditions: fast }),
          ticking = ruleSet({ ...byTick, conditions: fast })
        assert.deepStrictEqual(
          [yield* from(plain, 5), yield* from(plain, 10), yield* from(plain, 50)],
          [5, 10, 10.001]
        )
        assert.deepStrictEqual([yield* from(ticking, 60), yield* from(ticking, 90)], [60, 60.001])
      })
  )

  it.effect("a tick of the very instant of a late record is judged with it", () =>
    Effect.gen(function* () {
      const { hear, pass, store, take } = yield* lead(0, ruleSet({ ...byTick, conditions: fast }))
      yield* hear(ms(10), speed(10, false))
      yield* pass(ms(85))
      yield* hear(ms(86), { ...speed(60, true), receivedAt: ms(86) })
      yield* take(ms(87))
      assert.deepStrictEqual(store.fired, ["12:01:00 rise rule"])
    })
  )

  it.effect("what a timer found stays found, and no timer goes off before the log is read", () =>
    Effect.gen(function* () {
      const { hear, note, pass, store, take } = yield* lead(
        0,
        ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0))
      )
      yield* hear(ms(10), at(0, 5), at(10, 0))
      note(cow, ms(5))
      yield* take(ms(60), behind)
      assert.deepStrictEqual(store.fired, [])
      yield* pass(ms(60))
      assert.deepStrictEqual(store.fired, ["12:00:40 enter rule"])
      note(cow, ms(5))
      yield* take(ms(2000), behind)
      assert.deepStrictEqual([[...store.past.superseded], rewrites(store).at(-1)!.events.length], [[], 1])
    })
  )

  it.effect(
    "arrivals are looked up where a schedule asks in any of its editions, and kept where one asks now",
    () =>
      Effect.gen(function* () {
        const { arrivals, engineState, hear, note, store, take } = yield* lead(0)
        yield* hear(ms(10), speed(10, false))
        note(cow, ms(5))
        yield* take(ms(20))
        assert.strictEqual(arrivals.asked, 0)
        store.ruleSets.set(PROJECT, { ...ruleSet({ ...byTick, conditions: fast }), version: 2 })
        yield* hear(ms(30), speed(30, false))
        store.ruleSets.set(PROJECT, { ...ruleSet({ conditions: fast }), version: 3 })
        yield* hear(ms(40), speed(40, false))
        note(cow, ms(5))
        yield* take(ms(2000))
        assert.deepStrictEqual(
          [arrivals.asked, [...engineState.subjectActors.values()].map((c) => c.arrivals)],
          [1, [null]]
        )
        note(cow, ms(50)) // newer than all that is judged: the present edition alone
        yield* take(ms(4000))
        assert.strictEqual(arrivals.asked, 1)
      })
  )

  it.effect("nothing is looked up where nobody is left to judge", () =>
    Effect.gen(function* () {
      const { arrivals, note, store, take } = yield* lead(0, ruleSet({ ...byTick, conditions: fast }))
      store.deleted.add(cow.id)
      note(cow, START)
      yield* take(ms(10))
      assert.deepStrictEqual([arrivals.asked, rewrites(store).length], [0, 0])
    })
  )

  it.effect(
    '"A replay creates and supersedes only events of that version, made with the same feature revisions": it says which those are, and through which filters it placed the subject',
    () =>
      Effect.gen(function* () {
        const { hear, note, store, take } = yield* lead(
          0,
          ruleSet(
            { conditions: { any: [enter, { ...inside, confirm_samples: 2 }] } },
            { ...area("A", 0), revision: 3 },
            { ...area("B", 9), revision: 5 }
          )
        )
        yield* hear(ms(10), at(10, 5))
        note(cow, ms(5))
        yield* take(ms(20))
        const { filterKeys, isJudgedBy } = rewrites(store)[0]!
        const by = (id: string, revision: number, ruleId = rule({ conditions: fast }).id) =>
          isJudgedBy({ ruleId, version: 1, at: ms(7), features: [{ id, revision }] })
        const A = area("A", 0).id,
          B = area("B", 9).id
        assert.deepStrictEqual(filterKeys, ["", "confirm 2"])
        assert.deepStrictEqual(
          [by(A, 3), by(B, 5), by(A, 2), by("another", 1), by(A, 3, "no such rule")],
          [true, true, false, false, false]
        )
      })
  )

  it.effect(
    "a version that cannot be evaluated takes nothing back; that it cannot be is news only of the one in force",
    () =>
      Effect.gen(function* () {
        const broken = {
          ...ruleSet({ conditions: fast }),
          rules: [{ ...rule({ conditions: fast }), document: {} }]
        }
        const lane = yield* lead(0, broken),
          { id } = broken.rules[0]!
        const isJudgedBy = (by: Rewrite, at: number, version: number) =>
          by.isJudgedBy({ ruleId: id, version, at: ms(at), features: [] })
        const failures = () =>
          lane.store.committed.flatMap((c) =>
            c.rewrites.length === 0 ? [] : c.failures.map((f) => f.rule.version)
          )
        yield* lane.hear(ms(10), speed(10, false))
        lane.note(cow, ms(5))
        yield* lane.take(ms(20))
        const before = rewrites(lane.store)[0]!
        assert.deepStrictEqual(
          [failures(), isJudgedBy(before, 7, 1), [...lane.engineState.ruleSets.get(PROJECT)!.failing]],
          [[1], false, [[id, cow.id]]]
        )
        lane.store.ruleSets.set(PROJECT, {
          version: 2,
          features: [],
          rules: next(ruleSet({ conditions: fast }), 2, {})
        })
        yield* lane.hear(ms(30), speed(30, false))
        lane.note(cow, ms(5))
        yield* lane.take(ms(2000))
        const after = rewrites(lane.store)[1]!
        assert.deepStrictEqual(
          [
            failures(),
            isJudgedBy(after, 7, 1),
            isJudgedBy(after, 20, 2),
            lane.engineState.ruleSets.get(PROJECT)!.failing.size
          ],
          [[1], false, true, 0]
        )
      })
  )
})

describe("what the database refuses", () => {
  it.effect(
    "in a round is tried one by one, and is given up where it is refused alone, with its reason",
    () =>
      Effect.gen(function* () {
        const lane = yield* lead(3000),
          [good, bad] = [animal(1), animal(2)]
        let tries = 0
        lane.store.refuses = (changes) =>
          changes.rewrites.some((r) => r.span.subject.id === bad.id) && ++tries > 0
        lane.note(good, START)
        lane.note(bad, START)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(lane.take(START))))
        assert.isTrue(yield* lane.take(START))
        assert.deepStrictEqual(lane.rounds, [[good]])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(lane.take(START))))
        assert.isTrue(yield* lane.take(START))
        assert.deepStrictEqual(
          [
            tries,
            lane.store.committed.at(-1)!.dismissed.map((d) => [d.span.subject, d.failure]),
            lane.store.past.waiting
          ],
          [2, [[bad, "refused"]], 0]
        )
      })
  )

  it.effect("once, for a passing reason, is taken the next time", () =>
    Effect.gen(function* () {
      const lane = yield* lead(3000)
      let tries = 0
      lane.store.refuses = (changes) => changes.rewrites.length > 0 && ++tries === 1
      lane.note(animal(1), START)
      yield* Effect.exit(lane.take(START))
      lane.note(animal(1), START + 5000) // more of the same came since
      assert.isTrue(yield* lane.take(START))
      assert.deepStrictEqual([lane.rounds, lane.store.past.waiting], [[[animal(1)]], 0])
    })
  )
})

describe('"its final state becomes the live state"', () => {
  it.effect("a hold that only the replay found wakes at its own time", () =>
    Effect.gen(function* () {
      const { engineState, hear, note, pass, store, take } = yield* lead(
        0,
        ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0))
      )
      yield* hear(ms(10), at(10, 0))
      yield* hear(ms(20), at(5, 5, { arrives: 20 }))
      assert.strictEqual(engineState.ruleActors.size, 0)
      yield* take(ms(20))
      const { id } = cow,
        key = subjectKey(cow)
      assert.strictEqual(engineState.ruleActors.size, 1)
      assert.strictEqual(engineState.ruleActors.heldBy(partitionOf(id), RULE, key)?.deadline.at, ms(40))
      yield* pass(ms(39))
      assert.deepStrictEqual(store.fired, [])
      yield* pass(ms(40))
      assert.deepStrictEqual(store.fired, ["12:00:40 enter rule"])
      note(cow, ms(10))
      yield* take(ms(41))
      assert.strictEqual(engineState.ruleActors.size, 0)
    })
  )

  it.effect("a hold that only the replay found, and whose time is over by then, fires at once", () =>
    Effect.gen(function* () {
      const { engineState, hear, pass, store, take } = yield* lead(
        0,
        ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0))
      )
      yield* hear(ms(10), at(10, 0))
      yield* hear(ms(20), at(5, 5, { arrives: 20 }))
      yield* pass(ms(45))
      // the log has more for its partition: the replay lets no timer pass
      yield* take(ms(45), new Set())
      assert.deepStrictEqual([store.fired, engineState.ruleActors.due.size], [[], 1])
      yield* pass(ms(46))
      assert.deepStrictEqual([store.fired, engineState.ruleActors.size], [["12:00:40 enter rule"], 0])
    })
  )

  it.effect("what holds without a deadline wakes nobody", () =>
    Effect.gen(function* () {
      const { engineState, hear, store, take } = yield* lead(0)
      yield* hear(ms(20), speed(20, true))
      yield* hear(ms(30), { ...speed(10, true), receivedAt: ms(30) })
      yield* take(ms(30))
      assert.deepStrictEqual(
        [store.fired, engineState.ruleActors.size],
        [["12:00:10 rise rule", "12:00:20 rise rule"], 0]
      )
    })
  )
})
