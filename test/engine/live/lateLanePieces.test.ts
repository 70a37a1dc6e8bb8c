// A past that is too much for one commit: what a piece of it changes, what waits for its last one, and what
// happens in between.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import { all, animal, lead, ms } from "../../support/engine/lead.ts"
import { ruleSet, byTick, enter, fast, rule, speed } from "../../support/engine/storyRules.ts"
import { area, at, cow, RULE, START } from "../../support/engine/timeline.ts"

const one = { events: 1, evaluations: 1, bytes: 1, records: 1 }
const few = { ...DEFAULT_BATCH_LIMITS, events: 2 }
const later = (s: number, isFast: boolean, receivedAt: number) => ({
  ...speed(s, isFast),
  receivedAt: ms(receivedAt)
})
const second = (at: number) => (at - START) / 1000

/**
 * An animal that was slow at 100 s, and whose collar sends now what it was before: fast and slow in turn,
 * each ten seconds.
 */
const flooded = Effect.fnUntraced(function* (quietMs = 0) {
  const lane = yield* lead(quietMs, ruleSet({ conditions: fast }))
  yield* lane.hear(ms(100), speed(100, false))
  yield* lane.hear(ms(101), ...[10, 20, 30, 40, 50, 60].map((s, i) => later(s, i % 2 === 0, 101)))
  return lane
})

describe('"the commit rewrites up to T and sets the span\'s from_time after T; live state changes with the last cut only"', () => {
  it.effect("piece by piece, none with more events than the turn allows", () =>
    Effect.gen(function* () {
      const { engineState, store, take } = yield* flooded()
      const subjectActor = engineState.subjectActors.get(subjectKey(cow))
      let pieces = 0
      while (yield* take(ms(102), all, { ...DEFAULT_BATCH_LIMITS, events: 1 })) {
        pieces++
        if (store.past.waiting > 0)
          assert.deepStrictEqual(
            [engineState.subjectActors.get(subjectKey(cow)), store.states.size],
            [subjectActor, 0]
          )
      }
      const rewrites = store.committed.flatMap((c) => c.rewrites)
      assert.deepStrictEqual(
        rewrites.map((r) => [second(r.span.from), second(r.to), r.events.length]),
        [
          [10, 10, 1],
          [10.001, 30, 1],
          [30.001, 50, 1],
          [50.001, Infinity, 0]
        ]
      )
      assert.deepStrictEqual(
        [pieces, store.past.waiting, engineState.subjectActors.get(subjectKey(cow)) === subjectActor],
        [4, 0, false]
      )
      assert.deepStrictEqual(store.fired, ["12:00:10 rise rule", "12:00:30 rise rule", "12:00:50 rise rule"])
    })
  )

  it.effect("and so is what it takes back: a past that has no records left has its events all the same", () =>
    Effect.gen(function* () {
      const lane = yield* lead(0, ruleSet({ conditions: fast }))
      const seen = [10, 20, 30, 40, 50, 60].map((s, i) => speed(s, i % 2 === 0))
      yield* lane.hear(ms(100), ...seen)
      for (const { recordId } of seen) lane.store.past.invalid.add(recordId)
      lane.note(cow, ms(0))
      const gone: Array<number> = []
      while (yield* lane.take(ms(102), all, { ...DEFAULT_BATCH_LIMITS, events: 1 }))
        gone.push(lane.store.past.superseded.size)
      assert.deepStrictEqual([gone, lane.store.past.waiting], [[1, 2, 3], 0])
    })
  )

  it.effect("millions of ticks without a record are cut between two of them", () =>
    Effect.gen(function* () {
      const lane = yield* lead(0, ruleSet({ ...byTick, conditions: fast, cooldown_seconds: 1 }))
      yield* lane.hear(ms(10), speed(10, false))
      for (let s = 20; s <= 620; s += 60) yield* lane.pass(ms(s))
      lane.note(cow, ms(5))
      const cuts: Array<number> = []
      while (yield* lane.take(ms(650), all, { ...DEFAULT_BATCH_LIMITS, evaluations: 4 }))
        cuts.push(second(lane.store.committed.at(-1)!.rewrites[0]!.to))
      assert.deepStrictEqual(cuts, [240, 480, Infinity])
    })
  )
})

describe("while a past is being judged again", () => {
  it.effect(
    "newer changes of its subject wait until it is finished, and it goes on at once: a steady stream of late records does not restart it for ever",
    () =>
      Effect.gen(function* () {
        const { hear, note, store, take } = yield* flooded(3000)
        note(cow, ms(10))
        yield* take(ms(105), all, few)
        yield* hear(ms(106), later(5, true, 106))
        while ((yield* take(ms(106), all, few)) && store.past.waiting > 1);
        const froms = () =>
          store.committed.flatMap((c) => c.rewrites).map((r) => [second(r.span.from), second(r.to)])
        assert.deepStrictEqual(
          [froms(), store.past.waiting],
          [
            [
              [10, 30],
              [30.001, Infinity]
            ],
            1
          ]
        )
        yield* take(ms(120), all)
        assert.deepStrictEqual([froms().slice(2), store.past.waiting], [[[5, Infinity]], 0])
      })
  )

  it.effect.each([[false], [true]])(
    "what a timer finds at a moment that is judged again already is looked at once more; after a restart too: %s",
    ([dies]) =>
      Effect.gen(function* () {
        const ticking = rule(
          { ...byTick, conditions: fast },
          { id: `${RULE.slice(0, -1)}c`, name: "ticking" }
        )
        const lane = yield* lead(0, {
          version: 1,
          features: [area("A", 0)],
          rules: [rule({ conditions: enter, for_seconds: 30 }), ticking]
        })
        const inside = at(10, 0, { arrives: 500 })
        yield* lane.hear(ms(500), at(0, 5), inside)
        yield* lane.pass(ms(500))
        // it never was there, and as long as that is not known to the end, what the engine remembers says it
        // is
        lane.store.past.invalid.add(inside.recordId)
        lane.note(cow, ms(10))
        yield* lane.take(ms(505), all, one)
        yield* lane.take(ms(505), all, one)
        assert.isAbove(lane.store.committed.at(-1)!.rewrites[0]!.to, ms(40))
        if (dies) yield* lane.restart
        yield* lane.pass(ms(530))
        assert.deepStrictEqual(lane.store.fired, ["12:00:40 enter rule"])
        while (yield* lane.take(ms(540)));
        assert.deepStrictEqual([lane.store.past.superseded.size, lane.store.past.waiting], [1, 0])
      })
  )

  it.effect(
    "a tick behind its cut, judged live by what is remembered, is nothing that the next piece goes on with: an end told before stays told",
    () =>
      Effect.gen(function* () {
        const ticking = rule({
            trigger: { kind: "schedule", every_seconds: 10 },
            conditions: fast,
            cooldown_seconds: 60
          }),
          [inside, within] = ["c", "d"].map((end) =>
            rule({ conditions: enter, for_seconds: 10 }, { id: `${RULE.slice(0, -1)}${end}` })
          )
        const { hear, pass, store, take } = yield* lead(0, {
          version: 1,
          features: [area("A", 0)],
          rules: [ticking, inside!, within!]
        })
        yield* hear(ms(65), speed(5, true), at(65, 0, { speedMps: 20 }))
        yield* pass(ms(76)) // the holds are judged at 75 s, the tick at 70 s after its grace
        yield* hear(ms(77), later(25, false, 77), later(35, true, 77))
        for (const cut of [40, 74.999]) {
          yield* take(ms(78), all, { ...DEFAULT_BATCH_LIMITS, events: 1 })
          assert.strictEqual(second(store.committed.at(-1)!.rewrites[0]!.to), cut)
        }
        yield* pass(ms(95))
        while (yield* take(ms(100)));
        assert.deepStrictEqual(
          [...store.events.values()]
            .filter((e) => e.kind === "rise")
            .map((e) => [second(e.at), store.ended.has(e.id) ? second(store.ended.get(e.id)!) : null]),
          [
            [10, 30],
            [40, null]
          ]
        )
      })
  )

  it.effect("an engine that starts goes on where it was cut", () =>
    Effect.gen(function* () {
      const lane = yield* flooded()
      yield* lane.take(ms(102), all, few)
      yield* lane.restart
      while (yield* lane.take(ms(103), all, few));
      assert.deepStrictEqual(
        lane.store.committed.flatMap((c) => c.rewrites).map((r) => [second(r.span.from), second(r.to)]),
        [
          [10, 30],
          [30.001, Infinity]
        ]
      )
      assert.deepStrictEqual(lane.store.fired, [
        "12:00:10 rise rule",
        "12:00:30 rise rule",
        "12:00:50 rise rule"
      ])
    })
  )
})

describe('"spans are taken project by project in turn"', () => {
  const elsewhere = { ...animal(99), projectId: "01900000-0000-7000-8000-0000000000ac" }

  it.effect(
    "a project with one late animal waits for one round, though another's forty have waited for longer",
    () =>
      Effect.gen(function* () {
        const { note, store, take } = yield* lead(0)
        store.ruleSets.set(elsewhere.projectId, ruleSet({ conditions: fast }))
        for (let n = 1; n <= 40; n++) note(animal(n), START, START - 1000)
        note(elsewhere, START, START - 500)
        yield* take(START)
        const [first] = store.committed.flatMap((c) =>
          c.rewrites.length === 0 ? [] : [c.rewrites.map((r) => r.span.subject.projectId)]
        )
        assert.deepStrictEqual([first!.length, first!.includes(elsewhere.projectId)], [20, true])
      })
  )

  it.effect(
    "a round's share of the turn is divided among them: whoever asks for more than that is cut, the others are done",
    () =>
      Effect.gen(function* () {
        const lane = yield* lead(0)
        lane.store.ruleSets.set(elsewhere.projectId, ruleSet({ conditions: fast }))
        const of = (subject: typeof cow) => (s: number, i: number) => ({ ...speed(s, i % 2 === 0), subject })
        yield* lane.hear(
          ms(100),
          speed(100, false),
          ...[100].map(of(elsewhere)).map((o) => ({ ...o, speedMps: 1 }))
        )
        yield* lane.hear(
          ms(101),
          ...Array.from({ length: 40 }, (_, i) => i * 2 + 2).map(of(cow)),
          ...[10, 20].map(of(elsewhere))
        )
        yield* lane.take(ms(102), all, { ...DEFAULT_BATCH_LIMITS, events: 8 })
        const pieces = lane.store.committed
          .at(-1)!
          .rewrites.map((r) => [r.span.subject.id, r.events.length, r.to < Infinity])
        assert.deepStrictEqual(
          new Map(pieces.map(([id, ...piece]) => [id, piece])),
          new Map([
            [cow.id, [7, true]],
            [elsewhere.id, [1, false]]
          ])
        )
      })
  )

  it.effect("where the turn is used up before the last of them, those wait", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 30 }, (_, i) =>
        rule({ conditions: fast }, { id: `${RULE.slice(0, -2)}${(i + 16).toString(16)}`, name: `rule ${i}` })
      )
      const lane = yield* lead(0, { version: 1, features: [], rules: names }),
        herd = [animal(1), animal(2), animal(3)]
      for (const subject of herd) yield* lane.hear(ms(100), { ...speed(100, false), subject })
      for (const subject of herd) yield* lane.hear(ms(101), { ...speed(10, true), subject })
      const done: Array<number> = []
      while (yield* lane.take(ms(102), all, { ...DEFAULT_BATCH_LIMITS, events: 40 }))
        done.push(lane.store.committed.at(-1)!.rewrites.length)
      assert.deepStrictEqual([done, lane.store.events.size], [[2, 3], 90])
    })
  )
})

describe('"a past that fails for an unknown reason does not stop the engine for ever"', () => {
  it.effect(
    "what fails goes one by one, rests a minute after the second time alone, and is never given up",
    () =>
      Effect.gen(function* () {
        const lane = yield* lead(0),
          [good, bad] = [animal(1), animal(2)]
        let isDown = true
        lane.store.loses = (changes) => isDown && changes.rewrites.some((r) => r.span.subject.id === bad.id)
        lane.note(bad, START)
        lane.note(good, START)
        const failed = (now: number) => Effect.map(Effect.exit(lane.take(now)), Exit.isFailure)
        assert.deepStrictEqual(
          [yield* failed(START), yield* failed(START + 1), yield* failed(START + 2)],
          [true, true, true]
        )
        assert.isTrue(yield* lane.take(START + 3))
        assert.deepStrictEqual(lane.rounds, [[good]])
        assert.isFalse(yield* lane.take(START + 60_001))
        assert.isTrue(yield* failed(START + 60_003))
        assert.isFalse(yield* lane.take(START + 60_004))
        isDown = false
        assert.isTrue(yield* lane.take(START + 120_004))
        assert.deepStrictEqual(
          [lane.rounds, lane.store.past.waiting, lane.store.committed.flatMap((c) => c.dismissed)],
          [[[good], [bad]], 0, []]
        )
      })
  )

  it.effect("also where it cannot even be read", () =>
    Effect.gen(function* () {
      const lane = yield* lead(0),
        [good, bad] = [animal(1), animal(2)]
      lane.unreadable.add(bad.id)
      lane.note(bad, START)
      lane.note(good, START)
      for (let i = 0; i < 3; i++) yield* Effect.exit(lane.take(START + i))
      yield* lane.take(START + 3)
      assert.deepStrictEqual(lane.rounds, [[good]])
    })
  )
})
