// Late records, sentence by sentence, each with the story that makes it necessary. Its last
// part, versions and fences, is lateLaneVersions.test.ts.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { tell } from "../../support/engine/steps.ts"
import {
  ruleSet,
  byTick,
  enter,
  exit,
  fast,
  inside,
  low,
  rule,
  speed
} from "../../support/engine/storyRules.ts"
import { area, at, becomes, cow, measured, PROJECT, RULE, START } from "../../support/engine/timeline.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"

describe("order", () => {
  it.effect(
    "one instant, one moment: a measurement that comes after the fix of its instant was judged is judged with it",
    () =>
      Effect.gen(function* () {
        const draft = { conditions: { all: [enter, low] } }
        const inOrder = yield* tell(ruleSet(draft, area("A", 0)))
        yield* inOrder.send(0, at(0, 5))
        yield* inOrder.send(10, at(10, 0), measured(10, "battery_voltage", 2))
        const split = yield* tell(ruleSet(draft, area("A", 0)))
        yield* split.send(0, at(0, 5))
        yield* split.send(10, at(10, 0))
        assert.deepStrictEqual(split.events, [])
        yield* split.send(11, measured(10, "battery_voltage", 2))
        assert.deepStrictEqual([inOrder.events, split.events], [["10 enter v1"], ["10 enter v1 late"]])
      })
  )

  it.effect(
    "one instant: state, measurement (by metric key), position, tick; then received time, then id",
    () =>
      Effect.gen(function* () {
        const triggers = {
          position: { kind: "position" },
          a: { kind: "measurement", metric_key: "a" },
          b: { kind: "measurement", metric_key: "b" },
          state: { kind: "state" },
          tick: { kind: "schedule", every_seconds: 60 }
        } as const
        const known = { any: [{ type: "threshold", metric: "a", op: ">", value: 0 }, fast] } as const
        const rules = Object.entries(triggers).map(([name, trigger], i) =>
          rule(
            { trigger, conditions: known, event: { event_type: "SEEN", title: name } },
            { id: `${RULE.slice(0, -1)}${i}`, name }
          )
        )
        const records = [becomes(60, "lid", 1), measured(60, "a", 1), measured(60, "b", 1), speed(60, true)]
        for (const order of [
          [0, 1, 2, 3],
          [3, 2, 1, 0],
          [2, 0, 3, 1]
        ]) {
          const story = yield* tell({ version: 1, features: [], rules })
          yield* story.send(0, speed(0, false))
          yield* story.send(60, ...order.map((i) => records[i]!))
          yield* story.clock(90)
          assert.deepStrictEqual(
            story.store.committed.flatMap((c) => c.events.map((e) => e.title)),
            ["state", "a", "b", "position", "tick"]
          )
        }
        const story = yield* tell(ruleSet({ conditions: fast }))
        // of two fixes of one instant, as an entity with two collars has them, the one received later is
        // judged later
        yield* story.send(
          10,
          { ...speed(10, true), receivedAt: START + 12_000 },
          { ...speed(10, false), receivedAt: START + 11_000 }
        )
        assert.deepStrictEqual(story.events, ["10 rise v1"])
      })
  )

  it.effect("a batch is sorted before it is judged: nothing in it is late", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: fast }))
      yield* story.send(60, speed(30, false), speed(50, true), speed(10, true), speed(40, false))
      assert.deepStrictEqual([story.events, story.store.late], [["10 rise v1 until 30", "50 rise v1"], []])
    })
  )

  it.effect("a record that is there already changes nothing: no replay begins", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: fast }))
      const fix = speed(10, true)
      yield* story.send(10, fix)
      yield* story.send(20, speed(20, false))
      yield* story.send(30, fix)
      assert.deepStrictEqual([story.events, story.store.late], [["10 rise v1 until 20"], []])
    })
  )

  it.effect(
    "a tick just before a fix: ticks do not move the watermark, and the fix of their instant that came after their grace is judged live and by the tick again",
    () =>
      Effect.gen(function* () {
        const story = yield* tell({
          version: 1,
          features: [area("A", 0)],
          rules: [
            rule({ ...byTick, conditions: inside }),
            rule({ conditions: enter }, { id: `${RULE.slice(0, -1)}c`, name: "live", version: 7 })
          ]
        })
        yield* story.send(0, at(0, 5))
        yield* story.clock(85)
        assert.deepStrictEqual(story.events, [])
        // taken before the tick at 60, which was judged at 80
        yield* story.send(90, at(59, 0))
        assert.deepStrictEqual(story.events, ["59 enter v7", "60 rise v1 late"])
      })
  )

  it.effect(
    "a fix older than a tick and newer than the watermark takes back what the tick found without it",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ ...byTick, conditions: inside }, area("A", 0)))
        yield* story.send(0, at(0, 0))
        yield* story.clock(25)
        yield* story.clock(85)
        assert.deepStrictEqual(story.events, ["0 rise v1"])
        yield* story.send(90, at(59, 5), at(61, 0))
        yield* story.clock(145)
        assert.deepStrictEqual(story.events, ["0 rise v1 until 60", "120 rise v1"])
      })
  )
})

describe("holds and cooldowns", () => {
  it.effect("cooldown 60 with values 0 T, 30 F, 45 T, 50 F, 60 T arriving 0, 30, 60, 45, 50", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: fast, cooldown_seconds: 60 }))
      yield* story.send(0, speed(0, true))
      yield* story.send(30, speed(30, false))
      yield* story.send(60, speed(60, true))
      assert.deepStrictEqual(story.events, ["0 rise v1 until 30", "60 rise v1"])
      yield* story.send(61, speed(45, true))
      assert.deepStrictEqual(story.events, ["0 rise v1 until 30", "45 rise v1 late", "60 rise v1 superseded"])
      yield* story.send(62, speed(50, false))
      assert.deepStrictEqual(story.events, ["0 rise v1 until 30", "45 rise v1 late until 50", "60 rise v1"])
    })
  )

  it.effect(
    "a spike on a five-minute tag never fires a 30-second rule, and one that a late record shows to be a spike is taken back",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast, for_seconds: 30 }))
        yield* story.send(0, speed(0, false))
        yield* story.send(300, speed(300, true))
        yield* story.send(600, speed(600, false))
        yield* story.clock(700)
        assert.deepStrictEqual(story.events, [])
        yield* story.send(900, speed(900, true))
        yield* story.send(1200, speed(1200, true))
        assert.deepStrictEqual(story.events, ["1200 rise v1"])
        yield* story.send(1201, speed(1000, false))
        yield* story.send(1202, speed(1180, true))
        assert.deepStrictEqual(story.events, ["1200 rise v1 superseded"])
        yield* story.send(1215, speed(1210, true))
        assert.deepStrictEqual(story.events, ["1200 rise v1 superseded", "1210 rise v1"])
      })
  )

  it.effect(
    "a restart during a transmission delay neither shortens nor forgets a hold, and the record that was under way is heard first",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0)))
        yield* story.send(100, at(0, 5), at(10, 0))
        story.restart()
        yield* story.clock(125)
        assert.deepStrictEqual(story.events, [])
        // it left again after ten seconds: under a constant delay of 100 s this is known before the timer
        // goes off at 130
        yield* story.send(128, at(28, 5))
        yield* story.clock(200)
        assert.deepStrictEqual(story.events, [])
        yield* story.send(300, at(200, 0))
        story.restart()
        yield* story.clock(329)
        assert.deepStrictEqual(story.events, [])
        story.restart()
        yield* story.clock(330)
        assert.deepStrictEqual(story.events, ["230 enter v1"])
      })
  )

  it.effect(
    "a fired timer moves the watermark of its rule and subject to the deadline: a record before it is late for the rule, and for no other",
    () =>
      Effect.gen(function* () {
        const story = yield* tell({
          version: 1,
          features: [area("A", 0)],
          rules: [
            rule({ conditions: enter, for_seconds: 30 }),
            rule({ conditions: exit }, { id: `${RULE.slice(0, -1)}c`, version: 7 })
          ]
        })
        yield* story.send(0, at(0, 5))
        yield* story.send(10, at(10, 0))
        yield* story.clock(40)
        assert.deepStrictEqual(story.events, ["40 enter v1"])
        yield* story.send(60, at(30, 5))
        assert.deepStrictEqual(story.events, ["30 exit v7", "40 enter v1 superseded"])
      })
  )

  it.effect(
    "a deadline that a timer judged reads what other records said: one of them that comes late is heard as well",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(
          ruleSet({ trigger: { kind: "measurement" }, conditions: inside, for_seconds: 30 }, area("A", 0))
        )
        yield* story.send(0, at(0, 0))
        yield* story.send(10, measured(10, "battery_voltage", 4))
        yield* story.clock(40)
        assert.deepStrictEqual(story.events, ["40 rise v1"])
        yield* story.send(60, at(20, 5))
        assert.deepStrictEqual(story.events, ["40 rise v1 superseded"])
      })
  )
})

describe("what a replay does", () => {
  it.effect(
    "creates missing events with late: true, gives superseded: true to events the replay does not give, and takes the mark away from those it gives again",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter }, area("A", 0)))
        yield* story.send(0, at(0, 5))
        yield* story.send(40, at(40, 0))
        assert.deepStrictEqual(story.events, ["40 enter v1"])
        yield* story.send(50, at(20, 0))
        assert.deepStrictEqual(story.events, ["20 enter v1 late", "40 enter v1 superseded"])
        yield* story.send(60, at(30, 5))
        assert.deepStrictEqual(story.events, ["20 enter v1 late", "40 enter v1"])
      })
  )

  it.effect(
    "for every rule that triggers on or reads the changed kind: a late measurement is heard by a rule that fixes start, and a late fix by one that measurements do",
    () =>
      Effect.gen(function* () {
        const story = yield* tell({
          version: 1,
          features: [area("A", 0)],
          rules: [
            rule({ conditions: { all: [inside, low] } }),
            rule(
              { trigger: { kind: "measurement" }, conditions: { all: [inside, low] } },
              { id: `${RULE.slice(0, -1)}c`, version: 7 }
            )
          ]
        })
        yield* story.send(0, measured(0, "battery_voltage", 4))
        yield* story.send(20, at(20, 0))
        yield* story.send(30, at(30, 5))
        assert.deepStrictEqual(story.events, [])
        yield* story.send(40, measured(10, "battery_voltage", 2))
        assert.deepStrictEqual(story.events, ["20 rise v1 late until 30"])
        yield* story.send(50, at(5, 0))
        assert.deepStrictEqual(story.events, ["10 rise v7 late", "20 rise v1 late until 30"])
      })
  )

  it.effect("from the last transition before the span: what was active then does not rise again", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: fast, cooldown_seconds: 60 }))
      yield* story.send(0, speed(0, true))
      yield* story.send(30, speed(30, true))
      yield* story.send(90, speed(90, true))
      assert.deepStrictEqual(story.events, ["0 rise v1", "90 reminder v1"])
      yield* story.send(100, speed(70, true))
      assert.deepStrictEqual(story.events, ["0 rise v1", "70 reminder v1 late", "90 reminder v1 superseded"])
    })
  )

  it.effect(
    "extended to the watermark of that moment: what was judged live while the change waited is neither doubled nor lost",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast, cooldown_seconds: 60 }))
        const live = (seconds: number, ...seen: ReadonlyArray<Observation>) =>
          Effect.andThen(story.store.append(...seen), story.at(START + seconds * 1000, "none"))
        yield* story.send(60, speed(60, false))
        yield* live(70, speed(30, true))
        yield* live(80, speed(80, true))
        yield* live(100, speed(100, true))
        assert.deepStrictEqual(story.events, ["80 rise v1"])
        yield* story.clock(110)
        assert.deepStrictEqual(story.events, ["30 rise v1 late until 60", "80 rise v1"])
        yield* story.send(140, speed(140, true))
        assert.deepStrictEqual(story.events, ["30 rise v1 late until 60", "80 rise v1", "140 reminder v1"])
      })
  )

  it.effect(
    "rewrites ended_at: an episode ends where a late record says it did, and one that was ended too early goes on",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast }))
        yield* story.send(0, speed(0, true))
        yield* story.send(60, speed(60, false))
        assert.deepStrictEqual(story.events, ["0 rise v1 until 60"])
        const slow = speed(20, false)
        yield* story.send(61, slow)
        assert.deepStrictEqual(story.events, ["0 rise v1 until 20"])
        story.store.past.invalid.add(slow.recordId)
        story.store.past.note(cow, START + 20_000, "curation", START + 62_000)
        yield* story.clock(70)
        assert.deepStrictEqual(story.events, ["0 rise v1 until 60"])
      })
  )

  it.effect(
    "its final state becomes the live state: what comes next is judged on it, also after a restart",
    () =>
      Effect.gen(function* () {
        for (const dies of [false, true]) {
          const story = yield* tell(ruleSet({ conditions: fast, cooldown_seconds: 60 }))
          yield* story.send(0, speed(0, false))
          yield* story.send(60, speed(60, true))
          yield* story.send(70, speed(30, true))
          assert.deepStrictEqual(story.events, ["30 rise v1 late", "60 rise v1 superseded"])
          if (dies) story.restart()
          yield* story.send(90, speed(90, true))
          assert.deepStrictEqual(story.events, ["30 rise v1 late", "60 rise v1 superseded", "90 reminder v1"])
        }
      })
  )

  it.effect("its timers go off as those of the live engine", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0)))
      yield* story.send(0, at(0, 5))
      yield* story.send(40, at(40, 5))
      yield* story.send(60, at(50, 0), at(30, 5))
      yield* story.clock(89)
      assert.deepStrictEqual(story.events, [])
      yield* story.clock(90)
      assert.deepStrictEqual(story.events, ["80 enter v1"])
    })
  )

  it.effect("a rule that cannot be evaluated takes nothing back", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: fast }))
      yield* story.send(0, speed(0, true))
      yield* story.send(30, speed(30, false))
      const rows = story.store.ruleSets.get(PROJECT)!
      // the same version, broken by hand: an event that it made cannot be refuted by it
      story.store.ruleSets.set(PROJECT, {
        ...rows,
        version: 2,
        rules: rows.rules.map((r) => ({
          ...r,
          document: { ...(r.document as RuleDocument), conditions: { type: "exec" } }
        }))
      })
      yield* story.send(40, speed(40, false))
      yield* story.send(50, speed(35, false))
      assert.deepStrictEqual(story.events, ["0 rise v1 until 30"])
    })
  )
})

describe("its place in the engine", () => {
  it.effect(
    "changes of one subject are taken together once it is quiet, and at the latest after ten seconds",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast }))
        yield* story.send(100, speed(100, false))
        const due = (now: number) =>
          Effect.map(
            story.store.past.lateSpans.due({
              partitions: ALL_PARTITIONS,
              now: START + now * 1000,
              quietMs: 3000,
              maxWaitMs: 10_000,
              most: 20
            }),
            (spans) => spans.map((s) => [s.ids.length, (s.from - START) / 1000])
          )
        for (const s of [0, 2, 4, 6, 8])
          story.store.past.note(cow, START + s * 1000, "late_record", START + (100 + s) * 1000)
        assert.deepStrictEqual([yield* due(110), yield* due(111), yield* due(109)], [[[5, 0]], [[5, 0]], []])
      })
  )

  it.effect(
    "a replay that the database refuses is tried alone, then given up with its reason, and the others are not kept waiting",
    () =>
      Effect.gen(function* () {
        const calf = {
          ...cow,
          id: `${cow.id.slice(0, -1)}2`,
          entityId: `${cow.id.slice(0, -1)}2`,
          deviceId: `${cow.deviceId.slice(0, -1)}2`
        }
        const story = yield* tell(ruleSet({ conditions: fast }))
        story.store.refuses = (changes) => changes.rewrites.some((r) => r.span.subject.id === calf.id)
        const both = (s: number, isFast: boolean) => [
          speed(s, isFast),
          { ...speed(s, isFast), subject: calf }
        ]
        yield* story.send(60, ...both(60, false))
        yield* story.store.append(...both(30, true))
        for (let i = 0; i < 4; i++) {
          yield* Effect.exit(story.clock(70 + i))
          story.restart()
        }
        assert.deepStrictEqual(story.events, ["30 rise v1 late until 60"])
        assert.deepStrictEqual(
          [story.store.past.waiting, story.store.past.rewritten.filter((r) => r.startsWith("dismissed"))],
          [0, ["dismissed: refused"]]
        )
      })
  )
})
