// A flood of late records on PostgreSQL: judged in many commits, none of them large, with others in between,
// and wherever the engine is killed it comes to what the same records make in order.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Item } from "../../../src/domain/intake/Report.ts"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { LateSpans } from "../../../src/engine/ports.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { addRule } from "../../support/sql/farm.ts"
import { drained, enginePorts, nothingLeft, noteSpan, settled, start } from "../../support/sql/lateFarm.ts"
import { deliver, intakeOver, makePasture, type Pasture } from "../../support/sql/pasture.ts"
import { STORY } from "../../support/stories.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"

const DAY = Date.parse("2026-05-01T00:00:00Z")
const second = (n: number) => DAY + n * 1000
const RECORDS = 4000
const RULES = 50

const faster = (kmh: number) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
  cooldown_seconds: 0,
  event: { event_type: "SEEN", title: "{entity} {value}" }
})
const farmOf = ({ animals, project }: Pasture) => {
  const [{ device, entity }] = [...animals.values()] as [{ readonly device: string; readonly entity: string }]
  return { project, animal: entity, collar: device }
}
const fix = (device: string, s: number, speed_mps = 0): Item => ({
  device,
  time: new Date(second(s)).toISOString(),
  lat: 0,
  lon: 90,
  speed_mps
})
/** Faster than all rules ask for at every fortieth record, and never for long. */
const track = Array.from({ length: RECORDS }, (_, i) => ({
  s: i * 10,
  speed: i % 40 === 0 ? 30 : i % 40 === 1 ? 12 : 1
}))

/** Until something is there. */
const until = (from: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql<{ n: number }>`select count(*)::int as n from ${sql.literal(from)}`.pipe(
      Effect.repeat({ until: ([row]) => row!.n > 0, schedule: Schedule.spaced("5 millis") }),
      Effect.timeout("60 seconds")
    )
  })

layer(intakeOver(), { timeout: "240 seconds", excludeTestServices: true })(
  "a flood of late records",
  (it) => {
    it.effect(
      "of one animal with fifty rules is judged in commits of a turn each; the engine is killed between two, and another project's past is judged in between",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const late = yield* makePasture("late"),
            ordered = yield* makePasture("ordered"),
            other = yield* makePasture("other")
          for (let i = 0; i < RULES; i++)
            for (const pasture of [late, ordered])
              yield* addRule(farmOf(pasture), `faster than ${i}`, faster(20 + i))
          yield* addRule(farmOf(other), "fast", faster(40))
          const first = yield* start("first")
          yield* deliver(late.source, [fix("late", RECORDS * 10)])
          yield* deliver(other.source, [fix("other", RECORDS * 10)])
          yield* settled
          for (let i = 0; i < RECORDS; i += 1000)
            yield* deliver(
              late.source,
              track.slice(i, i + 1000).map(({ s, speed }) => fix("late", s, speed))
            )
          const own = `late_spans where subject_id = '${farmOf(late).animal}'`
          yield* until(`${own} and begun and replayed_at is null`)
          yield* first.stop
          const [cut] = yield* sql<{ from: Date; states: number }>`
      select min(from_time) as from, (select count(*)::int from rule_states
        where subject_id = ${farmOf(late).animal}::uuid) as states from late_spans where begun
        and replayed_at is null`
          assert.isAbove(cut!.from.getTime(), DAY)
          assert.strictEqual(cut!.states, 0)

          yield* deliver(other.source, [fix("other", 100, 20)])
          const next = yield* start("next")
          yield* until(`events where entity_id = '${farmOf(other).animal}' and late`)
          const [left] = yield* sql<{
            n: number
          }>`select count(*)::int as n from late_spans where begun and replayed_at is null`
          assert.isAbove(left!.n, 0)
          yield* Effect.andThen(drained, nothingLeft("late_spans where replayed_at is null")).pipe(
            Effect.retry({ times: 5 })
          )
          for (let i = 0; i < RECORDS; i += 1000)
            yield* deliver(
              ordered.source,
              track.slice(i, i + 1000).map(({ s, speed }) => fix("ordered", s, speed))
            )
          yield* deliver(ordered.source, [fix("ordered", RECORDS * 10)])
          yield* settled.pipe(Effect.retry({ times: 5 }))
          yield* next.stop

          const eventsOf = (pasture: Pasture) => sql<object>`
      select r.name, e.rule_version, e.time, e.title, e.context ->> 'kind' as kind, e.ended_at, e.superseded
        from events e join rules r on r.id = e.rule_id
      where e.entity_id = ${farmOf(pasture).animal}::uuid order by e.time, r.name, kind`
          const [came, expected] = [yield* eventsOf(late), yield* eventsOf(ordered)]
          assert.strictEqual(expected.length, (RULES * RECORDS) / 40)
          assert.deepStrictEqual(
            came.map((e) => ({ ...e, title: "" })),
            expected.map((e) => ({ ...e, title: "" }))
          )
          const statesOf = (pasture: Pasture, table: string, columns: string) => sql<object>`
      select ${sql.literal(columns)} from ${sql.literal(table)} s join rules r on r.id = s.rule_id
        where s.subject_id = ${farmOf(pasture).animal}::uuid order by ${sql.literal(columns)}`
          for (const [table, columns] of [
            ["rule_states", "r.name, s.active, s.since, s.last_fired_at"],
            ["rule_transitions", "r.name, s.at, s.state"]
          ] as const) {
            assert.deepStrictEqual(
              yield* statesOf(late, table, columns),
              yield* statesOf(ordered, table, columns)
            )
          }
          const commits = yield* sql<{ created: number }>`
      select (s -> 'detail' ->> 'created')::int as created
        from processing_traces, jsonb_array_elements(steps) s
      where code = 'PAST_REPLAYED' and s ->> 'name' = 'events' and entity_id = ${farmOf(late).animal}::uuid`
          const sizes = commits.map((c) => c.created)
          assert.strictEqual(
            sizes.reduce((a, b) => a + b, 0),
            expected.length
          )
          assert.isAtMost(Math.max(...sizes), DEFAULT_BATCH_LIMITS.events + RULES)
          assert.isAtLeast(sizes.length, expected.length / DEFAULT_BATCH_LIMITS.events)
        }),
      { ...STORY, timeout: 240_000 }
    )
  }
)

layer(intakeOver(), { timeout: "60 seconds", excludeTestServices: true })("which pasts are due", (it) => {
  const due = Effect.fnUntraced(function* (most: number, quietMs = 0) {
    const ports = yield* Layer.build(enginePorts(yield* DatabaseUrl, "reader")),
      spans = Context.get(ports, LateSpans)
    return {
      due: yield* spans.due({ partitions: ALL_PARTITIONS, now: 0, quietMs, maxWaitMs: 3_600_000, most }),
      begun: yield* spans.unfinished(ALL_PARTITIONS)
    }
  })

  it.effect("project by project in turn, of each the one that waits longest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const many = yield* makePasture("a", "b", "c"),
        one = yield* makePasture("d")
      const noted = Effect.fnUntraced(function* (pasture: Pasture, name: string, ago: number) {
        const { entity } = pasture.animals.get(name)!
        yield* noteSpan(pasture.project, entity, second(0), "curation")
        yield* sql`update late_spans set created_at = now() - ${ago} * interval '1 minute'
          where subject_id = ${entity}::uuid`
        return entity
      })
      const [c, a, b, d] = [
        yield* noted(many, "c", 9),
        yield* noted(many, "a", 8),
        yield* noted(many, "b", 7),
        yield* noted(one, "d", 1)
      ]
      assert.deepStrictEqual(
        (yield* due(10)).due.map((s) => s.subject.id),
        [c, d, a, b]
      )
      assert.deepStrictEqual(
        (yield* due(2)).due.map((s) => s.subject.id),
        [c, d]
      )
      yield* sql`update late_spans set replayed_at = now()`
    })
  )

  it.effect(
    "one that is under way at once, by itself, and with the deadlines judged before it: newer changes of its subject wait until it is finished",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a"),
          { device, entity } = pasture.animals.get("a")!
        yield* noteSpan(pasture.project, entity, second(100), "curation")
        yield* sql`update late_spans set begun = true where replayed_at is null`
        const [held, others] = [
          yield* addRule(farmOf(pasture), "held", faster(1)),
          yield* addRule(farmOf(pasture), "without a deadline", faster(2))
        ]
        for (const { at, judgedTo, rule } of [
          { rule: held, at: 40, judgedTo: second(40) },
          { rule: held, at: 99, judgedTo: second(60) },
          { rule: held, at: 100, judgedTo: second(100) },
          { rule: others, at: 50, judgedTo: null }
        ])
          yield* sql`
            insert into rule_transitions (rule_id, version, blank_from_version, subject_id, at, state, log_position)
            values (${rule}::uuid, 1, 1, ${entity}::uuid, ${new Date(second(at))},
              ${JSON.stringify({ judgedTo })}::jsonb, 0)`
        yield* noteSpan(pasture.project, entity, second(5), "attribution")
        const subject = { id: entity, projectId: pasture.project, entityId: entity, deviceId: device }
        const shown = Effect.map(due(10, 60_000), ({ begun, due }) => [
          due.map((s) => [s.from, s.begun, s.reasons, s.ids.length]),
          begun
        ])
        assert.deepStrictEqual(yield* shown, [
          [[second(100), true, ["curation"], 1]],
          [{ subject, from: second(100), judged: new Map([[held, second(60)]]) }]
        ])
        yield* sql`update late_spans set replayed_at = now() where begun`
        assert.deepStrictEqual(yield* shown, [[], []])
        assert.deepStrictEqual(
          (yield* due(10)).due.map((s) => [s.from, s.begun]),
          [[second(5), false]]
        )
      })
  )
})
