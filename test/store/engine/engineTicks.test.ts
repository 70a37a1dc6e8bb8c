// Ticks, windows, states and hardened placements on real PostgreSQL: what they decide is committed with how
// far time was judged.
import { assert, layer } from "@effect/vitest"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import type { Measurement, Observation, Position, Subject } from "../../../src/domain/rule/Observation.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import { FactSource, Ids } from "../../../src/engine/ports.ts"
import { FactsSql } from "../../../src/store/engine/FactsSql.ts"
import { HistorySql } from "../../../src/store/engine/HistorySql.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { LateSpansSql } from "../../../src/store/engine/LateSpansSql.ts"
import { ObservationFeed } from "../../../src/store/engine/ObservationFeed.ts"
import { OwnershipSql } from "../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RuleSetsSql } from "../../../src/store/engine/RuleSetsSql.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addFence, addRule, type Farm, makeFarm } from "../../support/sql/farm.ts"
import { ingestRecords } from "../../support/sql/records.ts"
import { STORY } from "../../support/stories.ts"
import { allGranted } from "../../support/engine/claimAll.ts"

const stores = (url: typeof DatabaseUrl.Service, owner: string) =>
  Layer.mergeAll(
    ObservationFeed,
    RuleSetsSql,
    FactsSql,
    HistorySql,
    LateSpansSql,
    JournalSql,
    OwnershipSql(owner),
    allGranted,
    Layer.succeed(Ids, { next: () => v7() })
  ).pipe(
    Layer.provide(
      pool({ role: "pugmark_engine", maxConnections: 4, applicationName: owner, statementTimeoutMs: 30_000 })
    ),
    Layer.provide(Layer.succeed(DatabaseUrl, url))
  )

/** Ticks are judged at their instant unless told otherwise: what is asked for here came long before. */
const start = Effect.fnUntraced(function* (owner: string, tickGraceSeconds = 0) {
  const scope = yield* Scope.make()
  const engine = Context.get(
    yield* Layer.buildWithScope(
      Engine.layer({ tickGraceSeconds }).pipe(Layer.provide(stores(yield* DatabaseUrl, owner))),
      scope
    ),
    Engine
  )
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, stop: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

const until = <A, E, R>(what: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  what.pipe(
    Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("10 seconds")
  )

const eventsOf = (rule: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{
      id: string
      time: Date
      late: boolean
      reminder: boolean
      ended_at: Date | null
      sample_time: Date
      context: Record<string, unknown>
      evidence: Record<string, unknown>
      trace_id: string
    }>`
    select * from events where rule_id = ${rule}::uuid order by time`
  })

const MINUTE = 60_000
/** The last full minute and those before it. */
const LAST = Math.floor(Date.now() / MINUTE) * MINUTE
const ago = (minutes: number) => LAST - minutes * MINUTE

const animalOf = ({ animal, collar, project }: Farm): Subject => ({
  id: animal,
  projectId: project,
  entityId: animal,
  deviceId: collar
})
const fix = (subject: Subject, at: number, lon: number, more: Partial<Position> = {}): Observation => ({
  _tag: "Position",
  subject,
  at,
  receivedAt: at,
  recordId: 0,
  recordType: "gnss",
  lon,
  lat: 0,
  altitudeM: null,
  speedMps: null,
  accuracyM: null,
  ...more
})
const measured = (subject: Subject, at: number, metric: string, value: number): Measurement => ({
  _tag: "Measurement",
  subject,
  at,
  receivedAt: at,
  recordId: 0,
  metric,
  value
})

const scheduled = (conditions: object, more: object = {}) => ({
  trigger: { kind: "schedule", every_seconds: 60 },
  conditions,
  event: { event_type: "SEEN", title: "{entity} {value}" },
  ...more
})
const tickedTo = (farm: Farm) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{
      partition: number
      to: Date
    }>`select partition, ticked_to as to from tick_cursors where project_id = ${farm.project}::uuid`
  })

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("time on PostgreSQL", (it) => {
  it.effect(
    "a subject that fell silent fires at its tick, late because nobody was there; one that never reported does not; a restart repeats nothing",
    () =>
      Effect.gen(function* () {
        const farm = yield* makeFarm
        yield* makeFarm
        const rule = yield* addRule(
          farm,
          "Silent",
          scheduled({ type: "no_data", for_seconds: 600 }, { cooldown_seconds: 240 }),
          ago(20)
        )
        yield* ingestRecords([fix(animalOf(farm), ago(40), 0, { receivedAt: ago(15) + 1000 })])
        for (const life of ["first", "second"]) {
          const { stop } = yield* start(life)
          yield* until(
            tickedTo(farm),
            (rows) => rows.length === PARTITIONS && rows.every((r) => r.to.getTime() >= LAST)
          )
          yield* stop
        }
        const [rise, ...reminders] = yield* eventsOf(rule)
        assert.deepInclude(rise, {
          time: new Date(ago(4)),
          sample_time: new Date(ago(4)),
          late: true,
          reminder: false
        })
        assert.deepStrictEqual(
          reminders.slice(0, 1).map((e) => [e.time.getTime(), e.reminder, e.late]),
          [[ago(0), true, false]]
        )
        assert.deepInclude(rise!.context, {
          kind: "rise",
          trigger: { kind: "schedule", record_id: null, at: new Date(ago(4)).toISOString() },
          values: { last_seen_at: new Date(ago(15) + 1000).toISOString() }
        })
        assert.deepInclude(rise!.evidence, { last_seen: [new Date(ago(15) + 1000).toISOString()] })
        assert.notProperty(rise!.evidence, "windows")
      })
  )

  it.effect(
    "a window is judged on the records of its span, also of a life before, and its evidence says which",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const still = {
          type: "window",
          metric: "activity",
          aggregate: "max",
          seconds: 600,
          op: "<",
          value: 1,
          min_samples: 3
        }
        const rule = yield* addRule(
          farm,
          "Still",
          scheduled({ all: [still, { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }] }),
          ago(60)
        )
        const cow = animalOf(farm)
        const [, , first] = yield* ingestRecords([
          measured(cow, ago(14), "battery_voltage", 3.6),
          measured(cow, ago(13), "activity", 5),
          measured(cow, ago(5), "activity", 0.5),
          measured(cow, ago(4), "activity", 0.25)
        ])
        const one = yield* start("one", 360)
        yield* until(
          tickedTo(farm),
          (rows) => rows.length === PARTITIONS && rows.every((r) => r.to.getTime() >= ago(6))
        )
        yield* one.stop
        assert.deepStrictEqual(yield* eventsOf(rule), [])
        const [last] = yield* ingestRecords([measured(cow, ago(3), "activity", 0.125)])
        const two = yield* start("two")
        const [event] = yield* until(eventsOf(rule), (events) => events.length > 0)
        yield* two.stop
        assert.strictEqual(event!.time.getTime(), ago(3))
        assert.deepInclude(event!.context, {
          metric: "activity",
          value: 0.5,
          values: { "max(activity, 600 s)": 0.5, battery_voltage: 3.6 }
        })
        assert.deepInclude((event!.evidence.windows as ReadonlyArray<object>)[0], {
          count: 3,
          first_id: first!.recordId,
          last_id: last!.recordId
        })
        const [trace] = yield* sql<{
          steps: { evaluated: { parts: ReadonlyArray<object> } }
        }>`select steps from processing_traces where id = ${event!.trace_id}::uuid`
        const { from, to } = trace!.steps.evaluated.parts[0] as {
          from: string
          to: string
        }
        assert.deepStrictEqual(
          [Date.parse(to), Date.parse(to) - Date.parse(from)],
          [event!.time.getTime(), 600_000]
        )
      })
  )

  it.effect(
    "every way of looking has a placement of its own, and every move is kept with its event time; a subject's periods begin with the editions that judge it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const fence = yield* addFence(farm, "Home", 0)
        const exit = (more: object) => ({
          trigger: { kind: "position" },
          conditions: { type: "spatial", relation: "exit", feature_ids: [fence], ...more },
          event: { event_type: "OUT", title: "{feature}" }
        })
        const plain = yield* addRule(farm, "Plain", exit({})),
          careful = yield* addRule(farm, "Careful", exit({ confirm_samples: 2 }))
        const cow = animalOf(farm)
        const { stop } = yield* start("places")
        const feed = (...seen: ReadonlyArray<Observation>) =>
          Effect.andThen(
            ingestRecords(seen),
            until(
              sql<{
                n: number
              }>`select count(*)::int as n from observation_log l join partition_cursor c using (partition)
                where l.id > c.position`,
              ([r]) => r!.n === 0
            )
          )
        yield* feed(fix(cow, ago(10), 0), fix(cow, ago(9), 5))
        assert.deepStrictEqual(
          [(yield* eventsOf(plain)).map((e) => e.time.getTime()), yield* eventsOf(careful)],
          [[ago(9)], []]
        )
        const moves = yield* sql<{
          filter_key: string
          at: Date
          inside: ReadonlyArray<string>
          detail: object | null
        }>`select filter_key, at, inside, detail from subject_moves where subject_id = ${cow.id}::uuid
          order by id`
        assert.deepStrictEqual(
          moves.map((m) => [m.filter_key, m.at.getTime(), m.inside.length, m.detail]),
          [
            ["", ago(10), 1, null],
            ["confirm 2", ago(10), 1, null],
            ["", ago(9), 0, null],
            ["confirm 2", ago(9), 1, { [fence]: 1 }]
          ]
        )
        yield* stop
        // another life knows the doubt
        const again = yield* start("again")
        yield* feed(fix(cow, ago(8), 5))
        const [late] = yield* eventsOf(careful)
        yield* again.stop
        assert.strictEqual(late!.time.getTime(), ago(8))
        const [ruleSet] = yield* sql<{
          v: number
        }>`select rule_set_version::float8 as v from projects where id = ${farm.project}::uuid`
        assert.deepInclude(late!.evidence, {
          rule_set_version: ruleSet!.v,
          placements: [
            {
              filter_key: "confirm 2",
              before: { version: ruleSet!.v, inside: [fence], doubts: { [fence]: 1 } },
              now: { version: ruleSet!.v, inside: [] }
            }
          ]
        })
        const periods = yield* sql<{
          rule_set_version: number
          records_after: Date | null
        }>`select rule_set_version::float8 as rule_set_version, records_after from rule_set_periods
          where subject_id = ${cow.id}::uuid`
        assert.deepStrictEqual(periods, [{ rule_set_version: ruleSet!.v, records_after: null }])
      })
  )

  it.effect(
    "ten thousand subjects are asked at a tick in many small commits, and the stream of batches keeps going beside them",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(
          farm,
          "Cold",
          scheduled({ type: "threshold", metric: "temperature_c", op: "<", value: 0 }),
          ago(3)
        )
        yield* sql`
      with made as (
        insert into entities (id, project_id, entity_type_id, name)
        select gen_random_uuid(), ${farm.project}::uuid, t.id, 'E' || n
          from entity_types t, generate_series(1, 10000) n where t.key = 'cow' returning id
      ) insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        received_at, batch_id)
        select gen_random_uuid(), ${farm.project}::uuid, id, 'temperature_c', ${new Date(ago(5))}, case
          when random() < 0.1 then -1 else 1 end, ${new Date(ago(5))}, 0 from made`
        const [cold] = yield* sql<{
          n: number
        }>`select count(*)::int as n from measurements where project_id = ${farm.project}::uuid
          and value_number < 0`
        const { engine, stop } = yield* start("many")
        yield* until(
          tickedTo(farm),
          (rows) => rows.length === PARTITIONS && rows.every((r) => r.to.getTime() >= LAST)
        )
        assert.isAtLeast((yield* engine.progress).batches, 4)
        yield* stop
        const events = yield* eventsOf(rule)
        assert.strictEqual(events.length, cold!.n)
        assert.deepStrictEqual(new Set(events.map((e) => e.time.getTime())), new Set([ago(2)]))
      }),
    STORY
  )

  it.effect("how far time was judged is known to whoever asks", () =>
    Effect.gen(function* () {
      const facts = Context.get(yield* Layer.build(stores(yield* DatabaseUrl, "asking")), FactSource)
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* sql`insert into tick_cursors (project_id, partition, ticked_to)
        values (${farm.project}::uuid, 3, ${new Date(ago(7))})`
      assert.deepStrictEqual(
        (yield* facts.tickProgress([2, 3])).filter((t) => t.projectId === farm.project),
        [{ projectId: farm.project, partition: 3, to: ago(7), half: null }]
      )
      assert.deepStrictEqual(
        (yield* facts.tickProgress([2, 4])).filter((t) => t.projectId === farm.project),
        []
      )
    })
  )
})
