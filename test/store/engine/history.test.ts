// The stored past: a subject is recalled as it was, by what the engine had read, from records as they were
// curated.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type { Item } from "../../../src/domain/intake/Report.ts"
import type { Subject } from "../../../src/domain/rule/Observation.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import type { Needs } from "../../../src/engine/evaluate/Needs.ts"
import {
  type Cursor,
  FactSource,
  History,
  type Memory,
  RuleSetSource,
  type LogProgress
} from "../../../src/engine/ports.ts"
import { instants } from "../../../src/store/sql/arrays.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { addFence, addRule } from "../../support/sql/farm.ts"
import { enginePorts, settled, start } from "../../support/sql/lateFarm.ts"
import { deliver, intakeOver, makePasture, type Pasture } from "../../support/sql/pasture.ts"
import { documentsOf, sendingsOf, World } from "../../support/engine/worlds.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"

const DAY = Date.parse("2026-05-01T00:00:00Z")
const second = (n: number) => DAY + n * 1000
const iso = (at: number) => new Date(at).toISOString()
const fix = (device: string, s: number, more: object = {}): Item => ({
  device,
  time: iso(second(s)),
  lat: 0.002,
  lon: s / 1000,
  ...more
})
const subjectOf = ({ animals, project }: Pasture, name: string): Subject => {
  const { device, entity } = animals.get(name)!
  return { id: entity, projectId: project, entityId: entity, deviceId: device }
}
const farmOf = (pasture: Pasture) => ({ project: pasture.project, animal: "", collar: "" })
const all = { records: 1000, decided: 1000 }
const needs: Needs = {
  metrics: ["a", "b"],
  windows: [{ metric: "a", seconds: 60 }],
  spans: new Map([["a", 60]]),
  positionFilters: [],
  network: true,
  states: null
}
const reading = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cursors = yield* sql<Cursor>`select partition, position::float8 as position from partition_cursor`
  return { cursors, lanes: [] }
})
const nowhere: LogProgress = { cursors: [], lanes: [] }
const ports = Effect.gen(function* () {
  const context = yield* Layer.build(enginePorts(yield* DatabaseUrl, "reader"))
  return {
    history: Context.get(context, History),
    facts: Context.get(context, FactSource),
    ruleSets: Context.get(context, RuleSetSource)
  }
})
const byName = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : 1)
/** A memory without the ids that no two animals share. */
const shown = ({ fix, latest, networkFix, placements, lastStates, samples, states, watermark }: Memory) => ({
  watermark,
  placements: [...placements].sort(byName),
  states: states
    .map(({ blankFrom, ruleId, state }) => ({ ruleId, blankFrom, state }))
    .sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1)),
  fixes: [fix, networkFix].map((f) => (f === undefined ? null : { ...f, recordId: 0 })),
  said: [...lastStates]
    .map(([key, last]): readonly [string, unknown] => [key.split(" ")[1]!, last])
    .sort(byName),
  latest: [...latest].sort(byName).map(([metric, s]) => [metric, { ...s, recordId: 0 }]),
  samples: [...samples]
    .sort(byName)
    .map(([metric, list]) => [metric, list.map((s) => ({ ...s, recordId: 0 }))])
})

layer(intakeOver(), { timeout: "120 seconds", excludeTestServices: true })("the stored past", (it) => {
  it.effect.prop(
    "a subject is recalled as it was just before a moment: as another one that saw only what was older",
    {
      world: World,
      cut: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
    },
    ({ cut, world }) =>
      Effect.gen(function* () {
        const pasture = yield* makePasture("whole", "part")
        yield* addFence(farmOf(pasture), "A", 0, "zone")
        yield* addFence(farmOf(pasture), "B", 3, "zone")
        // deadlines that lie before the moment are judged by what comes after it: here nothing is held
        for (const [i, document] of documentsOf(world).entries())
          yield* addRule(farmOf(pasture), `rule ${i}`, { ...document, for_seconds: 0 })
        const sent = sendingsOf(world).map(({ second: at, ...what }) => ({ at, what })),
          from = sent[cut]?.at ?? 10_000
        const { stop } = yield* start("engine")
        for (const name of ["whole", "part"]) {
          const own = sent.filter(({ at }) => name === "whole" || at < from)
          if (own.length > 0)
            yield* deliver(
              pasture.source,
              own.map(({ at, what }): Item => ({ device: name, time: iso(second(at)), ...what }))
            )
        }
        yield* settled
        yield* stop
        const { ruleSets, facts, history } = yield* ports,
          read = yield* reading
        const ruleSet = makeRuleSet(pasture.project, (yield* ruleSets.load(pasture.project))!)
        const whole = subjectOf(pasture, "whole"),
          part = subjectOf(pasture, "part")
        const recalled = (yield* history.recall(
          [{ subject: whole, from: second(from), to: Infinity }],
          ruleSet.needs,
          read
        )).get(whole.id)!
        const known = (yield* facts.loadMemories([part], read, ruleSet.needs)).get(part)!
        const near = (memory: Memory): Memory => ({
          ...memory,
          samples: new Map(
            [...memory.samples].flatMap(([metric, list]) => {
              // how far back a window reaches depends on the moment it is asked at
              const inReach = list.filter(
                (s) => s.at > second(from) - ruleSet.needs.spans.get(metric)! * 1000
              )
              return inReach.length === 0 ? [] : [[metric, inReach]]
            })
          )
        })
        assert.deepStrictEqual(shown(near(recalled)), shown(near(known)))
        // each state with the version that decided it, and of when it is
        for (const { ruleId } of recalled.states) {
          assert.strictEqual(recalled.decided!.get(ruleId)!.version, 1)
          assert.isBelow(recalled.decided!.get(ruleId)!.at, second(from))
        }
      }),
    { ...REPEATED, arbitrary: { runs: casesOf(25), size: 60 } }
  )

  it.effect(
    "records of log rows that the engine has not read are not known to it, and known to a test of a rule",
    () =>
      Effect.gen(function* () {
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        const { stop } = yield* start("engine")
        yield* deliver(pasture.source, [fix("a", 0, { measurements: { a: 1 } })])
        yield* settled
        yield* stop
        yield* deliver(pasture.source, [fix("a", 10, { measurements: { a: 2 }, state: { mode: 1 } })])
        const { history } = yield* ports,
          read = yield* reading
        const stretch = [{ subject, from: second(0), to: Infinity }],
          later = [{ subject, from: second(20), to: second(20) }]
        const views: ReadonlyArray<readonly [LogProgress | null, Array<number>]> = [
          [read, [0, 0]],
          [null, [0, 0, 10, 10, 10]]
        ]
        for (const [position, times] of views) {
          const records = (yield* history.records(stretch, position, all)).get(subject.id)!.records
          assert.deepStrictEqual(
            records.map((r) => (r.at - DAY) / 1000),
            times
          )
          const memory = (yield* history.recall(later, needs, position)).get(subject.id)!
          assert.deepStrictEqual(
            [memory.watermark, memory.fix?.at, memory.latest.get("a")?.value],
            [second(times.at(-1)!), second(times.at(-1)!), position === null ? 2 : 1]
          )
          assert.strictEqual(
            (yield* history.arrivals(stretch, position)).get(subject.id)!.length,
            position === null ? 2 : 1
          )
        }
      })
  )

  it.effect(
    "records are read in bounded pieces, and no instant is split: it says up to when a piece is whole, and whether a record lies beyond",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        yield* deliver(
          pasture.source,
          [0, 10, 20, 30, 40].map((s) =>
            fix(
              "a",
              s,
              s === 20
                ? { measurements: { a: 1, b: 2, c: 3 } }
                : s === 40
                  ? { state: { mode: 1, lid: 2 } }
                  : {}
            )
          )
        )
        yield* sql`update positions set curated_time = ${new Date(second(15))}
          where device_id = ${subject.deviceId}::uuid and original_time = ${new Date(second(30))}`
        const { history } = yield* ports
        const piece = Effect.fnUntraced(function* (from: number, records: number) {
          const {
            hasMore,
            records: seen,
            until
          } = (yield* history.records([{ subject, from: second(from), to: Infinity }], null, {
            records,
            decided: 100
          })).get(subject.id)!
          return [seen.map((r) => (r.at - DAY) / 1000), (until - DAY) / 1000, hasMore]
        })
        assert.deepStrictEqual(
          yield* Effect.forEach(
            [
              [0, 100],
              [0, 3],
              [0, 1],
              [0.001, 1],
              [20, 1],
              [20.001, 1],
              [40, 1],
              [50, 1]
            ] as const,
            ([from, most]) => piece(from, most)
          ),
          [
            [[0, 10, 15, 20, 20, 20, 20, 40, 40, 40], Infinity, false],
            [[0, 10, 15], 19.999, true],
            [[0], 9.999, true],
            [[10], 14.999, true],
            [[20, 20, 20, 20], 20, true], // three measurements of one instant
            [[], 39.999, true],
            [[40, 40, 40], 40, false],
            [[], Infinity, false]
          ]
        )
      })
  )

  it.effect(
    "and so are events and changes of states that a piece has to take back, whether records are left or not",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        yield* addRule(farmOf(pasture), "Fast", {
          trigger: { kind: "position" },
          conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          event: { event_type: "SEEN", title: "fast" }
        })
        const { stop } = yield* start("engine")
        yield* deliver(
          pasture.source,
          [0, 10, 20, 30, 40, 50].map((s) => fix("a", s, { speed_mps: s % 20 === 0 ? 20 : 1 }))
        )
        yield* settled
        yield* stop
        const { history } = yield* ports
        const until = (decided: number, from = 0) =>
          Effect.map(
            history.records([{ subject, from: second(from), to: Infinity }], null, { records: 100, decided }),
            (p) => {
              const { hasMore, records, until } = p.get(subject.id)!
              return [records.length, (until - DAY) / 1000, hasMore]
            }
          )
        const pieces = () =>
          Effect.forEach(
            [
              [1, 0],
              [2, 0],
              [3, 0],
              [100, 0],
              [1, 10]
            ] as const,
            ([decided, from]) => until(decided, from)
          )
        assert.deepStrictEqual(yield* pieces(), [
          [1, 9.999, true],
          [2, 19.999, true],
          [3, 29.999, true],
          [6, Infinity, false],
          [1, 19.999, true]
        ])
        yield* sql`delete from rule_transitions where subject_id = ${subject.id}::uuid`
        assert.deepStrictEqual(yield* pieces(), [
          [2, 19.999, true],
          [4, 39.999, true],
          [6, Infinity, false],
          [6, Infinity, false],
          [3, 39.999, true]
        ])
        yield* sql`delete from positions where device_id = ${subject.deviceId}::uuid`
        assert.deepStrictEqual(yield* until(1), [0, 19.999, false])
      })
  )

  it.effect(
    "records count by their effective time and place; invalid ones and fixes in conflict do not count",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        yield* deliver(
          pasture.source,
          [0, 10, 20, 30, 40].map((s) => fix("a", s))
        )
        yield* deliver(pasture.source, [
          fix("a", 40, { lon: 7 }),
          { device: "a", time: iso(second(15)), measurements: { a: 5, b: 6, name: "text" } }
        ])
        const at = (s: number) =>
          sql`device_id = ${subject.deviceId}::uuid and original_time = ${new Date(second(s))}`
        yield* sql`update positions set curated_time = ${new Date(second(5))} where ${at(20)}`
        yield* sql`update positions set curated_lon = 3, curated_lat = 4 where ${at(10)}`
        yield* sql`update positions set valid = false where ${at(30)}`
        yield* sql`update measurements set valid = false where ${at(15)} and metric_key = 'b'`
        const { history } = yield* ports
        const records = (yield* history.records(
          [{ subject, from: second(5), to: second(40) }],
          null,
          all
        )).get(subject.id)!.records
        assert.deepStrictEqual(
          records.map((r) => [
            (r.at - DAY) / 1000,
            r._tag === "Position" ? r.lon : r._tag === "Measurement" ? r.metric : r.key
          ]),
          [
            [5, 0.02],
            [10, 3],
            [15, "a"],
            [40, 0.04]
          ]
        )
        const memory = (yield* history.recall(
          [{ subject, from: second(8), to: second(8) }],
          needs,
          null
        )).get(subject.id)!
        assert.deepStrictEqual(
          [memory.watermark, memory.fix?.at, memory.fix?.lon],
          [second(5), second(5), 0.02]
        )
        const later = (yield* history.recall(
          [{ subject, from: second(40), to: second(40) }],
          needs,
          null
        )).get(subject.id)!
        assert.deepStrictEqual(
          [
            later.watermark,
            later.fix?.lon,
            later.latest.get("a")?.value,
            later.latest.get("b"),
            later.samples.get("a")?.length
          ],
          [second(15), 3, 5, undefined, 1]
        )
      })
  )

  it.effect(
    "arrivals of a stretch follow the newest one before it, each once; what was found invalid later was received all the same",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        yield* deliver(
          pasture.source,
          [0, 10, 20, 30].map((s) => fix("a", s, { measurements: { a: s } }))
        )
        yield* sql`update positions set received_at = original_time + interval '2 seconds',
          valid = original_time <> ${new Date(second(20))} where device_id = ${subject.deviceId}::uuid`
        yield* sql`update measurements set received_at = original_time + interval '2 seconds'
          where device_id = ${subject.deviceId}::uuid`
        const { history } = yield* ports
        const arrivals = (yield* history.arrivals([{ subject, from: second(15), to: second(30) }], null)).get(
          subject.id
        )!
        assert.deepStrictEqual(
          arrivals.map((r) => (r - DAY) / 1000),
          [12, 22]
        )
      })
  )

  it.effect(
    "windows of the engine reach back from the newest record, though the stretch begins later, as ticks run ahead; those of who only looks from where the stretch begins",
    () =>
      Effect.gen(function* () {
        const pasture = yield* makePasture("a"),
          subject = subjectOf(pasture, "a")
        yield* deliver(
          pasture.source,
          [0, 50, 100].map((s) => fix("a", s, { measurements: { a: s } }))
        )
        const { history } = yield* ports
        const windowsAt = (reading: LogProgress | null) =>
          Effect.forEach([0, 50, 51, 100, 101, 500], (from) =>
            Effect.map(
              history.recall([{ subject, from: second(from), to: Infinity }], needs, reading),
              (memories) =>
                memories
                  .get(subject.id)!
                  .samples.get("a")
                  ?.map((s) => s.value)
            )
          )
        const { cursors } = yield* reading
        const all = { cursors: cursors.map((c) => ({ ...c, position: 1e9 })), lanes: [] }
        const behind = [undefined, [0], [0, 50]]
        assert.deepStrictEqual(yield* windowsAt(all), [...behind, [0, 50], [50, 100], [50, 100]])
        assert.deepStrictEqual(yield* windowsAt(null), [...behind, [50], [50, 100], undefined])
      })
  )

  it.effect("arrivals are those of a plain look at all records, in whatever order logs were read out", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = ["a", "b", "late"],
        pasture = yield* makePasture(...names)
      // b reports every second, a was read out now and then, newest first; everything of the third came long
      // after
      const receivedAt = (name: string, s: number) =>
        name === "b" ? s + 1 : name === "a" ? 40 * Math.ceil((s + 1) / 40) + (40 - (s % 40)) / 50 : 500 + s
      for (const name of names) {
        yield* deliver(
          pasture.source,
          Array.from({ length: 120 }, (_, s) => fix(name, s))
        )
        const device = pasture.animals.get(name)!.device
        yield* sql`update positions p set received_at = v.at
          from unnest(${instants(Array.from({ length: 120 }, (_, s) => second(s)))},
          ${instants(Array.from({ length: 120 }, (_, s) => second(receivedAt(name, s))))}) as v (t, at)
        where p.device_id = ${device}::uuid and p.original_time = v.t`
      }
      const { history } = yield* ports
      for (const from of [0, 39, 40, 60, 100, 119, 130]) {
        const found = yield* history.arrivals(
          names.map((name) => ({ subject: subjectOf(pasture, name), from: second(from), to: Infinity })),
          null
        )
        for (const name of names) {
          const times = Array.from({ length: 120 }, (_, s) => Math.round(second(receivedAt(name, s)))).sort(
            (x, y) => x - y
          )
          assert.deepStrictEqual(
            found.get(subjectOf(pasture, name).id),
            times.slice(
              Math.max(
                0,
                times.findLastIndex((t) => t < second(from))
              )
            ),
            `${name} from ${from}`
          )
        }
      }
    })
  )

  it.effect("the editions a subject was judged with, each from its beginning on", () =>
    Effect.gen(function* () {
      const pasture = yield* makePasture("a"),
        subject = subjectOf(pasture, "a")
      const { stop } = yield* start("engine")
      yield* deliver(pasture.source, [fix("a", 0)])
      yield* settled
      yield* addFence(farmOf(pasture), "A", 0)
      yield* deliver(pasture.source, [fix("a", 10), fix("a", 20)])
      yield* settled
      yield* stop
      const { ruleSets, history } = yield* ports
      const editions = (yield* history.editions([subject])).get(subject.id)!
      assert.deepStrictEqual(
        editions.map(({ recordsAfter, version }) => [version, recordsAfter]),
        [
          [1, -Infinity],
          [2, second(0)]
        ]
      )
      assert.deepStrictEqual(
        (yield* Effect.forEach(editions, (e) => ruleSets.at(pasture.project, e.version))).map(
          (b) => b.features.length
        ),
        [0, 1]
      )
    })
  )

  it.effect("many subjects cost as many statements as one", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 30 }, (_, i) => `n${i}`)
      const pasture = yield* makePasture(...names)
      yield* deliver(
        pasture.source,
        names.map((name) => fix(name, 0, { measurements: { a: 1 } }))
      )
      const { history } = yield* ports
      const statements = Effect.fnUntraced(function* (list: ReadonlyArray<string>) {
        let count = 0
        const counted: Statement.Transformer = (statement) => {
          count++
          return Effect.succeed(statement)
        }
        const stretches = list.map((name) => ({
          subject: subjectOf(pasture, name),
          from: second(0),
          to: Infinity
        }))
        yield* Effect.all([
          history.recall(stretches, needs, nowhere),
          history.records(stretches, nowhere, all),
          history.arrivals(stretches, nowhere),
          history.editions(stretches.map((s) => s.subject))
        ]).pipe(Effect.provideService(Statement.CurrentTransformer, counted))
        return count
      })
      const one = yield* statements(names.slice(0, 1))
      assert.deepStrictEqual([one > 5, yield* statements(names)], [true, one])
    })
  )
})
