// Versions and fences in the past, each sentence with the story that makes it
// necessary.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import type { RuleSetRows } from "../../../src/engine/ports.ts"
import { tell } from "../../support/engine/steps.ts"
import { ruleSet, byTick, enter, fast, inside, next, rule, speed } from "../../support/engine/storyRules.ts"
import { area, at, cow, START } from "../../support/engine/timeline.ts"

describe("versions and fences in the past", () => {
  it.effect("a title edit plus a late fix must not double history", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: enter }, area("A", 0)))
      yield* story.send(0, at(0, 5))
      yield* story.send(20, at(20, 0))
      story.edit((rows, version) => ({
        rules: next(rows, version, { event: { event_type: "SEEN", title: "another" } })
      }))
      yield* story.send(40, at(40, 0))
      assert.deepStrictEqual(story.events, ["20 enter v1"])
      yield* story.send(50, at(10, 5))
      assert.deepStrictEqual(story.events, ["20 enter v1"])
      yield* story.send(60, at(5, 0))
      assert.deepStrictEqual(story.events, ["5 enter v1 late", "20 enter v1"])
    })
  )

  it.effect(
    "a title edit after a timer fired does not move the firing to the new version: it began after that deadline",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0)))
        yield* story.send(0, at(0, 5))
        yield* story.send(10, at(10, 0))
        yield* story.clock(40)
        story.edit((rows, version) => ({
          rules: next(rows, version, { event: { event_type: "SEEN", title: "another" } })
        }))
        yield* story.send(60, at(60, 0))
        yield* story.send(61, at(20, 0))
        assert.deepStrictEqual(story.events, ["40 enter v1"])
      })
  )

  const edits: Readonly<Record<string, (rows: RuleSetRows, version: number) => Partial<RuleSetRows>>> = {
    "its title": (rows, version) => ({
      rules: next(rows, version, { event: { event_type: "SEEN", title: "another" } })
    }),
    "the fence it asks about": (_, version) => ({
      features: [{ ...area("A", 5), revision: 2, changedAt: version }]
    }),
    "whether it is in force": ({ rules }) => ({ rules: rules.slice(1) })
  }
  it.effect.each(
    Object.keys(edits).flatMap((what) => [
      { what, by: "the same engine", isRestarted: false },
      { what, by: "one that begins there", isRestarted: true }
    ])
  )(
    "an edit of $what between two pieces of a past moves nothing that the first found at a deadline; $by goes on",
    ({ isRestarted, what }) =>
      Effect.gen(function* () {
        const rows = ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0))
        const ticking = rule({ ...byTick, conditions: fast }, { id: "ticking" })
        const story = yield* tell(
          { ...rows, rules: [...rows.rules, ticking] },
          { ...DEFAULT_BATCH_LIMITS, evaluations: 2 }
        )
        yield* story.send(20, at(15, 0))
        yield* story.clock(300)
        // the animal was not there before: it came at 15, and was there for half a minute at 45
        yield* story.store.append({ ...at(5, 5), receivedAt: START + 300_000 })
        while (story.events.length === 0) yield* story.at(START + 300_000, "once")
        assert.isAbove(story.store.past.waiting, 0)
        story.edit(edits[what]!)
        if (isRestarted) story.restart()
        yield* story.clock(400)
        assert.strictEqual(story.store.past.waiting, 0)
        assert.deepStrictEqual(story.events, ["45 enter v1 late"])
      })
  )

  it.effect(
    "what a timer judged before the rule was disabled stays judged when it is enabled again: its second life begins after that deadline",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 30 }, area("A", 0)))
        yield* story.send(0, at(0, 5))
        yield* story.send(10, at(10, 0))
        yield* story.clock(40)
        story.edit(() => ({ rules: [] }))
        // something else of the animal is judged meanwhile: no fix, and nothing newer than the one at 10
        story.store.past.note(cow, START + 10_000, "curation", START + 50_000)
        yield* story.clock(60)
        story.edit((_, version) => ({
          rules: [rule({ conditions: enter, for_seconds: 30 }, { blankFrom: version })]
        }))
        yield* story.send(70, at(70, 0))
        yield* story.send(80, at(20, 0))
        assert.deepStrictEqual(story.events, ["40 enter v1"])
      })
  )

  it.effect("a late fix before a fence edit is judged with the fence as it was", () =>
    Effect.gen(function* () {
      const story = yield* tell(ruleSet({ conditions: enter }, area("A", 0)))
      yield* story.send(0, at(0, 5))
      yield* story.send(20, at(20, 0))
      // the fence moves away, round another place
      story.edit((_, version) => ({ features: [{ ...area("A", 5), revision: 2, changedAt: version }] }))
      yield* story.send(40, at(40, 0))
      yield* story.send(50, at(50, 5))
      assert.deepStrictEqual(story.events, ["20 enter v1", "50 enter v1"])
      yield* story.send(60, at(10, 5))
      assert.deepStrictEqual(story.events, ["20 enter v1", "50 enter v1"])
      yield* story.send(61, at(45, 5))
      assert.deepStrictEqual(story.events, ["20 enter v1", "45 enter v1 late", "50 enter v1 superseded"])
      yield* story.send(62, at(15, 0))
      assert.deepStrictEqual(story.events, [
        "15 enter v1 late",
        "20 enter v1 superseded",
        "45 enter v1 late",
        "50 enter v1 superseded"
      ])
    })
  )

  it.effect(
    "a fence that moved after a timer fired is not entered by a late fix of the time before that deadline: it places the animal silently",
    () =>
      Effect.gen(function* () {
        const story = yield* tell({
          version: 1,
          features: [area("A", 0), area("B", 50)],
          rules: [rule({ conditions: enter, for_seconds: 30 })]
        })
        yield* story.send(0, at(0, 9))
        yield* story.send(10, at(10, 0))
        yield* story.clock(40)
        // the newest record is of 10: from there on the new fence places the animal, and until 40 the old
        // version judges
        story.edit((_, version) => ({
          features: [area("A", 0), { ...area("B", 3), revision: 2, changedAt: version }]
        }))
        yield* story.send(60, at(60, 3))
        assert.deepStrictEqual(story.events, ["40 enter v1"])
        yield* story.send(70, at(20, 3))
        assert.deepStrictEqual(story.events, ["40 enter v1 superseded"])
        yield* story.send(120, at(80, 9), at(85, 3), at(120, 3))
        assert.deepStrictEqual(story.events, ["40 enter v1 superseded", "115 enter v1"])
      })
  )

  it.effect(
    "a version rules a subject after its beginning, the watermark when it came into force: a late record of the time before is the old version's",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast }))
        yield* story.send(0, speed(0, false))
        yield* story.send(60, speed(60, false))
        story.edit((rows, version) => ({
          rules: next(rows, version, { conditions: { ...fast, value: 10 } }, { blankFrom: version })
        }))
        yield* story.send(120, speed(120, false))
        // 36 km/h: enough for the new version alone
        const brisk = (s: number) => at(s, 90, { speedMps: 10 })
        yield* story.send(130, brisk(30), brisk(90))
        assert.deepStrictEqual(story.events, ["90 rise v2 late until 120"])
      })
  )

  it.effect(
    "none if the subject had no record: what an animal's first collar recorded before its first report is judged as well",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast }))
        yield* story.send(60, speed(60, false))
        yield* story.send(70, speed(30, true))
        assert.deepStrictEqual(story.events, ["30 rise v1 late until 60"])
      })
  )

  it.effect(
    "a deadline that had passed when a shorter hold came into force is that version's, and is taken back with it",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 60 }, area("A", 0)))
        yield* story.send(0, at(0, 5))
        yield* story.send(10, at(10, 0))
        yield* story.send(50, at(50, 0))
        story.edit((rows, version) => ({ rules: next(rows, version, { for_seconds: 30 }) }))
        yield* story.send(55, at(55, 0))
        assert.deepStrictEqual(story.events, ["40 enter v2"])
        yield* story.send(60, at(30, 5))
        assert.deepStrictEqual(story.events, ["40 enter v2 superseded"])
        yield* story.send(66, at(65, 0))
        assert.deepStrictEqual(story.events, ["40 enter v2 superseded"])
      })
  )

  it.effect(
    "what ticks of a schedule found stays when its rule becomes one of positions, which judges from the watermark on",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ ...byTick, conditions: inside }, area("A", 0)))
        yield* story.send(1, at(1, 0))
        yield* story.clock(85)
        story.edit((rows, version) => ({
          rules: next(rows, version, { trigger: { kind: "position" } }, { blankFrom: version })
        }))
        yield* story.send(90, at(50, 0))
        assert.deepStrictEqual(story.events, ["50 rise v2", "60 rise v1 until 90"])
        yield* story.send(100, at(40, 5), at(0, 5))
        assert.deepStrictEqual(story.events, ["50 rise v2", "60 rise v1 until 90"])
      })
  )

  it.effect("before the first span it is stored and judged by none", () =>
    Effect.gen(function* () {
      const story = yield* tell({ version: 1, features: [], rules: [] })
      yield* story.send(0, speed(0, false))
      yield* story.send(60, speed(60, false))
      story.edit((_, version) => ({ rules: [rule({ conditions: fast }, { blankFrom: version })] }))
      yield* story.send(120, speed(120, false))
      yield* story.send(130, speed(30, true))
      assert.deepStrictEqual(story.events, [])
    })
  )

  it.effect(
    "where the rule was disabled it is stored and judged by none, and what was made before and after stays",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: fast }))
        yield* story.send(0, speed(0, false))
        yield* story.send(10, speed(10, true))
        story.edit(() => ({ rules: [] }))
        yield* story.send(20, speed(20, false))
        yield* story.send(60, speed(60, false))
        story.edit((_, version) => ({ rules: [rule({ conditions: fast }, { blankFrom: version })] }))
        yield* story.send(80, speed(80, true))
        assert.deepStrictEqual(story.events, ["10 rise v1 until 20", "80 rise v1"])
        yield* story.send(90, speed(40, true))
        assert.deepStrictEqual(story.events, ["10 rise v1 until 20", "80 rise v1"])
        yield* story.send(91, speed(5, true))
        assert.deepStrictEqual(story.events, [
          "5 rise v1 late until 20",
          "10 rise v1 superseded until 20",
          "80 rise v1"
        ])
      })
  )

  it.effect(
    "an animal that left its herd and came back between two records begins anew, and what is found of the time before ends when it left",
    () =>
      Effect.gen(function* () {
        const herd = "01900000-0000-7000-8000-0000000000e1"
        const story = yield* tell(ruleSet({ conditions: fast, scope: { group_ids: [herd] } }))
        /** Something else of the animal is looked at meanwhile. */
        const join = Effect.fnUntraced(function* (seconds: number, groups: ReadonlyArray<string>) {
          story.store.groups = groups
          story.store.roster++
          story.store.past.note(cow, START, "curation", START + seconds * 1000)
          yield* story.clock(seconds)
        })
        story.store.groups = [herd]
        yield* story.send(0, speed(0, true))
        yield* join(10, [])
        yield* join(20, [herd])
        story.edit(() => ({}))
        yield* story.send(40, speed(40, true))
        assert.deepStrictEqual(story.events, ["0 rise v1 until 10", "40 rise v1"])
        yield* story.send(50, speed(-20, true))
        assert.deepStrictEqual(story.events, [
          "-20 rise v1 late until 10",
          "0 rise v1 superseded until 10",
          "40 rise v1"
        ])
      })
  )

  it.effect(
    "an animal that came into a rule's scope yesterday is not judged by it for the day before, and what was made while it was in scope stays when it leaves",
    () =>
      Effect.gen(function* () {
        const herd = "01900000-0000-7000-8000-0000000000e1"
        const story = yield* tell(ruleSet({ conditions: fast, scope: { group_ids: [herd] } }))
        const join = (groups: ReadonlyArray<string>) => {
          story.store.groups = groups
          story.store.roster++
        }
        yield* story.send(0, speed(0, true))
        yield* story.send(20, speed(20, false))
        join([herd])
        yield* story.send(40, speed(40, true))
        yield* story.send(60, speed(60, false))
        join([])
        yield* story.send(80, speed(80, true))
        assert.deepStrictEqual(story.events, ["40 rise v1 until 60"])
        yield* story.send(90, speed(10, true), speed(90, false))
        assert.deepStrictEqual(story.events, ["40 rise v1 until 60"])
        yield* story.send(100, speed(70, true), speed(30, true))
        assert.deepStrictEqual(story.events, ["30 rise v1 late until 60", "40 rise v1 superseded until 60"])
      })
  )
})
