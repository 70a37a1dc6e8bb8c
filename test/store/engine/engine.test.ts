// The engine on real PostgreSQL: what a batch decides is committed whole, once, and only by the owner.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { presets } from "../../../src/domain/rule/presets.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import { makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { Ids, Journal, Ownership } from "../../../src/engine/ports.ts"
import { FactsSql } from "../../../src/store/engine/FactsSql.ts"
import { HistorySql } from "../../../src/store/engine/HistorySql.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { LateSpansSql } from "../../../src/store/engine/LateSpansSql.ts"
import { ObservationFeed } from "../../../src/store/engine/ObservationFeed.ts"
import { OwnershipSql } from "../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RuleSetsSql } from "../../../src/store/engine/RuleSetsSql.ts"
import { counted } from "../../support/counted.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addFence, addRule, ingest, makeFarm } from "../../support/sql/farm.ts"
import { ingestRecords } from "../../support/sql/records.ts"
import { allGranted, claimAll } from "../../support/engine/claimAll.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"

const engineOn = (url: typeof DatabaseUrl.Service, owner: string) =>
  Engine.layer({ tickGraceSeconds: 20 }).pipe(
    Layer.provide(
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
      )
    ),
    Layer.provide(
      pool({ role: "pugmark_engine", maxConnections: 4, applicationName: owner, statementTimeoutMs: 30_000 })
    ),
    Layer.provide(Layer.succeed(DatabaseUrl, url))
  )

/** An engine in its own scope; `kill` drops it without a goodbye. */
const start = Effect.fnUntraced(function* (owner: string) {
  const scope = yield* Scope.make()
  const engine = Context.get(yield* Layer.buildWithScope(engineOn(yield* DatabaseUrl, owner), scope), Engine)
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, stop: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

const until = <A, E, R>(what: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  what.pipe(
    Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("10 seconds")
  )

const drained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* until(
    sql<{
      n: number
    }>`select count(*)::int as n from observation_log l join partition_cursor c using (partition)
      where l.id > c.position`,
    ([r]) => r!.n === 0
  )
})

const minute = (n: number) => Date.parse("2026-05-01T12:00:00Z") + n * 60_000
const exitRule = presets.find((p) => p.key === "geofence_exit")!.document
const fast = {
  ...presets.find((p) => p.key === "speed_limit")!.document,
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  for_seconds: 0,
  cooldown_seconds: 0
} as const

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("the engine on PostgreSQL", (it) => {
  it.effect(
    "a firing leaves state, transition, event, alert, trace and stream entries, in one transaction with the cursor",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const fence = yield* addFence(farm, "Home", 0)
        const rule = yield* addRule(farm, "Geofence exit", exitRule)
        const { stop } = yield* start("one")
        yield* ingest(farm, [
          { at: minute(0), lon: 0 },
          { at: minute(1), lon: 5 }
        ])
        yield* drained
        const [event] = yield* sql<
          Record<string, unknown>
        >`select * from events where rule_id = ${rule}::uuid`
        assert.strictEqual(event!["title"], "Alma left Home")
        assert.strictEqual(event!["feature_id"], fence)
        assert.deepStrictEqual(
          [event!["lon"], event!["rule_version"], event!["source_kind"], (event!["time"] as Date).getTime()],
          [5, 1, "rule", minute(1)]
        )
        const alerts = yield* sql<{ event_id: string; status: string }>`select event_id, status from alerts`
        assert.deepStrictEqual(
          alerts.map((a) => [a.event_id, a.status]),
          [[event!["id"], "open"]]
        )
        const [trace] = yield* sql<{
          steps: { readonly evaluated: { readonly type: string } }
          status: string
          event_id: string
        }>`select * from processing_traces where id = ${event!["trace_id"] as string}::uuid`
        assert.deepStrictEqual(
          [trace!.status, trace!.event_id, trace!.steps.evaluated.type],
          ["ok", event!["id"], "spatial"]
        )
        const stream = yield* sql<{
          type: string
        }>`select type from event_stream where project_id = ${farm.project}::uuid order by id`
        assert.deepStrictEqual(
          stream.map((s) => s.type),
          ["event.created", "alert.created"]
        )
        const [placed] = yield* sql<{
          inside: ReadonlyArray<string>
        }>`select inside from subject_placements where subject_id = ${farm.animal}::uuid`
        assert.deepStrictEqual(placed!.inside, [])
        assert.strictEqual((yield* sql`select from rule_transitions where rule_id = ${rule}::uuid`).length, 1)
        assert.strictEqual(
          (yield* sql`select from rule_set_adoptions where project_id = ${farm.project}::uuid`).length,
          1
        )
        yield* stop
      })
  )

  it.effect(
    "a firing is counted once it is committed: event, alert, and the wait since its record came; what is refused is not",
    () =>
      Effect.gen(function* () {
        const rule = { source: "rule", severity: "warning" },
          wait = "pugmark_record_to_event_seconds"
        const look = Effect.all([
          counted("pugmark_events_total", rule),
          counted("pugmark_alerts_total", { severity: "warning" }),
          counted(wait)
        ])
        const before = yield* look
        const farm = yield* makeFarm
        yield* addFence(farm, "Home", 0)
        yield* addRule(farm, "Geofence exit", exitRule)
        const { stop } = yield* start("counting")
        // the second crossing is of an import: received at its own time, so nobody waited for it
        yield* ingest(farm, [
          { at: minute(0), lon: 0 },
          { at: minute(1), lon: 5 },
          { at: minute(2), lon: 0 },
          { at: minute(3), receivedAt: minute(3), lon: 5 }
        ])
        yield* drained
        // counted a moment after the commit that the database shows
        const [events, alerts, waits] = yield* until(look, ([n]) => n >= before[0] + 2)
        assert.deepStrictEqual([events - before[0], alerts - before[1], waits - before[2]], [2, 2, 1])
        yield* stop
      })
  )

  it.effect(
    "an engine that starts cold knows where its subjects were: no crossing is lost or invented between two lives",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        yield* addFence(farm, "Home", 0)
        const rule = yield* addRule(farm, "Geofence exit", exitRule)
        for (const [i, lon] of [0, 5, 5, 0, 0, 5].entries()) {
          const { stop } = yield* start(`life ${i}`)
          yield* ingest(farm, [{ at: minute(i), lon }])
          yield* drained
          yield* stop
        }
        const events = yield* sql<{
          time: Date
        }>`select time from events where rule_id = ${rule}::uuid order by time`
        assert.deepStrictEqual(
          events.map((e) => e.time.getTime()),
          [minute(1), minute(5)]
        )
      })
  )

  it.effect("an episode ends on the event when the condition falls, across a restart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", fast)
      const first = yield* start("first")
      yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* drained
      yield* first.stop
      const second = yield* start("second")
      yield* ingest(farm, [{ at: minute(3), lon: 0, speedMps: 1 }])
      yield* drained
      yield* second.stop
      const [event] = yield* sql<{
        ended_at: Date
      }>`select ended_at from events where rule_id = ${rule}::uuid`
      assert.strictEqual(event!.ended_at.getTime(), minute(3))
    })
  )

  it.effect(
    "an episode that a batch saw ending ends there, though its rule begins blank before the batch is committed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", fast)
        const { stop } = yield* start("before")
        yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
        yield* drained
        yield* stop
        const [event] = yield* sql<{ id: string }>`select id from events where rule_id = ${rule}::uuid`
        // a batch with a fall at minute 3 was judged; somebody changes the rule's conditions; the batch is
        // committed
        yield* sql`update rules set blank_from_version = blank_from_version + 1 where id = ${rule}::uuid`
        const ownership = Context.get(yield* Layer.build(OwnershipSql("batch")), Ownership)
        const journal = Context.get(yield* Layer.build(JournalSql), Journal)
        const { epochs, positionOf } = yield* claimAll(ownership)
        const partition = partitionOf(farm.animal),
          position = positionOf(partition)
        const end = {
          eventId: event!.id,
          at: minute(3),
          projectId: farm.project,
          subject: { id: farm.animal, projectId: farm.project, entityId: farm.animal, deviceId: farm.collar }
        }
        const changes = makeBatch(minute(10), {
          cursors: [{ partition, from: position, to: position }],
          adoptions: [{ partition, projectId: farm.project, version: 2, from: position }],
          ended: [end]
        })
        yield* journal.commit(epochs, changes)
        const [ended] = yield* sql<{
          ended_at: Date
        }>`select ended_at from events where rule_id = ${rule}::uuid`
        assert.strictEqual(ended!.ended_at.getTime(), minute(3))
      })
  )

  it.effect(
    "a rule that cannot be evaluated leaves last_error and a failed trace, and the others fire as without it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const bad = yield* addRule(farm, "Bad", {
          trigger: { kind: "position" },
          conditions: { type: "exec" },
          event: exitRule.event
        })
        const good = yield* addRule(farm, "Fast", fast)
        const { stop } = yield* start("errors")
        yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
        yield* drained
        const [rule] = yield* sql<{
          last_error: string
        }>`select last_error from rules where id = ${bad}::uuid`
        assert.match(rule!.last_error, /^RULE_CONDITION_UNKNOWN: .*\(Alma, 2026-05-01T12:00:00.000Z\)$/)
        const [trace] = yield* sql<{
          code: string
          status: string
          error: string
        }>`select code, status, error from processing_traces where rule_id = ${bad}::uuid`
        assert.deepStrictEqual([trace!.code, trace!.status], ["RULE_CONDITION_UNKNOWN", "failed"])
        assert.strictEqual((yield* sql`select from events where rule_id = ${good}::uuid`).length, 1)
        // the remedy: a new version
        yield* sql.withTransaction(
          Effect.gen(function* () {
            const [v] = yield* sql<{
              v: number
            }>`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid
              returning rule_set_version::float8 as v`
            yield* sql`insert into rule_versions (rule_id, version, document, runnable)
              values (${bad}::uuid, 2, ${JSON.stringify(fast)}::jsonb, true)`
            yield* sql`update rules set current_version = 2, blank_from_version = ${v!.v}
              where id = ${bad}::uuid`
          })
        )
        yield* ingest(farm, [{ at: minute(1), lon: 0, speedMps: 20 }])
        yield* drained
        const [mended] = yield* sql<{
          last_error: string | null
        }>`select last_error from rules where id = ${bad}::uuid`
        assert.isNull(mended!.last_error)
        assert.strictEqual((yield* sql`select from events where rule_id = ${bad}::uuid`).length, 1)
        yield* stop
      })
  )

  it.effect(
    "a measurement rule that cannot be evaluated says so with its first measurement, and a schedule at its first tick; of subjects in scope alone",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const broken = (trigger: object, scope: object = {}) => ({
          trigger,
          scope,
          conditions: { type: "exec" },
          event: exitRule.event
        })
        const [measured, ticked, others, keyed] = [
          yield* addRule(farm, "Measured", broken({ kind: "measurement", metric_key: "battery_voltage" })),
          yield* addRule(farm, "Ticked", broken({ kind: "schedule", every_seconds: 60 }), minute(-10)),
          yield* addRule(farm, "Of others", broken({ kind: "measurement" }, { entity_ids: [v7(), 5] })),
          yield* addRule(
            farm,
            "Of another metric",
            broken({ kind: "measurement", metric_key: "temperature" })
          )
        ]
        const { stop } = yield* start("broken")
        const subject = {
          id: farm.animal,
          projectId: farm.project,
          entityId: farm.animal,
          deviceId: farm.collar
        }
        yield* ingestRecords(
          [0, 3].map((m) => ({
            _tag: "Measurement" as const,
            subject,
            at: minute(m),
            receivedAt: minute(m),
            recordId: 0,
            metric: "battery_voltage",
            value: 3
          }))
        )
        yield* drained
        yield* stop
        const errors = yield* sql<{
          id: string
          last_error: string | null
        }>`select id, last_error from rules where project_id = ${farm.project}::uuid`
        const errorOf = (rule: string) => errors.find((e) => e.id === rule)!.last_error
        assert.match(errorOf(measured) ?? "none", /^RULE_CONDITION_UNKNOWN: .*\(Alma, 2026-05-01T12:0/)
        // the ticks between its records are over with the second; those of today may have been judged since
        assert.match(errorOf(ticked) ?? "none", /^RULE_CONDITION_UNKNOWN: .*\(Alma, 20/)
        for (const rule of [others, keyed]) assert.isNull(errorOf(rule))
        const traces = yield* sql<{
          rule_id: string
          status: string
        }>`select rule_id, status from processing_traces where project_id = ${farm.project}::uuid
          and rule_id is not null`
        assert.deepStrictEqual(
          [...new Set(traces.map((t) => `${t.rule_id} ${t.status}`))].sort(),
          [`${measured} failed`, `${ticked} failed`].sort()
        )
      })
  )

  it.effect("a zombie cannot commit: after a takeover its epoch is refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* addRule(farm, "Fast", fast)
      const { engine, stop } = yield* start("zombie")
      yield* until(engine.progress, (p) => p.owner)
      const before = (yield* engine.progress).epoch!
      yield* sql`update partition_cursor set epoch = epoch + 1, owner = 'usurper'`
      yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* until(engine.progress, (p) => p.owner && p.epoch! > before + 1)
      yield* drained
      assert.strictEqual((yield* sql`select from events where project_id = ${farm.project}::uuid`).length, 1)
      yield* stop
    })
  )

  it.effect("partitions are claimed while batches of others commit, and neither stops the other", () =>
    Effect.gen(function* () {
      const ownership = Context.get(yield* Layer.build(OwnershipSql("busy")), Ownership)
      const journal = Context.get(yield* Layer.build(JournalSql), Journal)
      const [mine, theirs] = [ALL_PARTITIONS.slice(0, 10), ALL_PARTITIONS.slice(10)]
      const { tenures } = yield* ownership.claim(mine),
        epochs = new Map(tenures.map(({ epoch, partition }) => [partition, epoch]))
      const commits = Effect.forEach(
        Array.from({ length: 500 }, (_, i) => i),
        (i) => {
          const some = tenures.filter(({ partition }) => (partition + i) % 3 !== 0)
          const cursors = (i % 2 === 0 ? some : some.toReversed()).map(({ partition, position }) => ({
            partition,
            from: position,
            to: position
          }))
          return journal.commit(epochs, makeBatch(0, { cursors }))
        },
        { discard: true }
      )
      yield* Effect.raceFirst(commits, Effect.forever(ownership.claim(theirs)))
    })
  )

  it.effect("a late record is kept for the late lane and judged by no rule", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* addRule(farm, "Fast", fast)
      const { stop } = yield* start("late")
      yield* ingest(farm, [{ at: minute(10), lon: 0, speedMps: 1 }])
      yield* drained
      yield* ingest(farm, [{ at: minute(5), lon: 0, speedMps: 20 }])
      yield* drained
      const spans = yield* sql<{
        from_time: Date
        reason: string
      }>`select from_time, reason from late_spans where subject_id = ${farm.animal}::uuid`
      assert.deepStrictEqual(
        spans.map((s) => [s.from_time.getTime(), s.reason]),
        [[minute(5), "late_record"]]
      )
      assert.strictEqual((yield* sql`select from events where project_id = ${farm.project}::uuid`).length, 0)
      yield* stop
    })
  )

  it.effect("a version with other conditions begins blank, and what its first record leaves is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", fast)
      const first = yield* start("first")
      yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* drained
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [v] = yield* sql<{
            v: number
          }>`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid
            returning rule_set_version::float8 as v`
          yield* sql`insert into rule_versions (rule_id, version, document, runnable)
            values (${rule}::uuid, 2,
            ${JSON.stringify({ ...fast, conditions: { ...fast.conditions, value: 30 } })}::jsonb, true)`
          yield* sql`update rules set current_version = 2, blank_from_version = ${v!.v}
            where id = ${rule}::uuid`
        })
      )
      yield* ingest(farm, [{ at: minute(1), lon: 0, speedMps: 20 }])
      yield* drained
      const rows = yield* sql`select version, active from rule_states where rule_id = ${rule}::uuid`
      assert.strictEqual(rows.length, 1)
      yield* first.stop
    })
  )

  it.effect("a title cut in the middle of a character holds nobody up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* sql`update entities set name = ${"🐮".repeat(200)} where id = ${farm.animal}::uuid`
      const rule = yield* addRule(farm, "Fast", {
        ...fast,
        event: { ...fast.event, title: "x" + "{entity}".repeat(37) }
      })
      const first = yield* start("first")
      yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* drained
      assert.strictEqual((yield* sql`select from events where rule_id = ${rule}::uuid`).length, 1)
      yield* first.stop
    })
  )

  it.effect("disabling a rule ends an open episode once, also of a subject that reports only later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      // two animals of one partition
      const calf = farm.animal.slice(0, 30) + "abcd" + farm.animal.slice(-2)
      yield* sql`insert into entities (id, project_id, entity_type_id, name)
        select ${calf}::uuid, ${farm.project}::uuid, id, 'Berta' from entity_types where key = 'cow'`
      yield* sql`insert into devices (id, name)
        values (${farm.collar.slice(0, 30) + "abcdef"}::uuid, 'Collar 2')`
      const other = { ...farm, animal: calf, collar: farm.collar.slice(0, 30) + "abcdef" }
      const rule = yield* addRule(farm, "Fast", fast)
      const first = yield* start("first")
      yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* ingest(other, [{ at: minute(0), lon: 0, speedMps: 20 }])
      yield* drained
      yield* sql`update rules set enabled = false where id = ${rule}::uuid`
      yield* sql`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid`
      yield* ingest(farm, [{ at: minute(1), lon: 0, speedMps: 20 }])
      yield* drained
      const ends = sql<{
        ended_at: Date
      }>`select ended_at from events where rule_id = ${rule}::uuid order by entity_id`
      const one = (yield* ends).map((e) => e.ended_at?.getTime())
      yield* ingest(other, [{ at: minute(1), lon: 0, speedMps: 20 }])
      yield* drained
      assert.deepStrictEqual(
        (yield* ends).map((e) => e.ended_at?.getTime()),
        one
      )
      yield* first.stop
    })
  )
})
