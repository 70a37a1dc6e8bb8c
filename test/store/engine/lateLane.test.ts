// The late lane on PostgreSQL, records coming in as devices send them: what is committed, who may, and that
// every order ends alike.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Item } from "../../../src/domain/intake/Report.ts"
import type { BatchLimits } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import type { Subject } from "../../../src/domain/rule/Observation.ts"
import type { Rewrite } from "../../../src/engine/evaluate/Rewrite.ts"
import { Journal } from "../../../src/engine/ports.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { addFence, addRule } from "../../support/sql/farm.ts"
import { enginePorts, eventsOf, noteSpan, settled, start } from "../../support/sql/lateFarm.ts"
import { deliver, intakeOver, makePasture, type Pasture } from "../../support/sql/pasture.ts"
import { documentsOf, sendingsOf, World } from "../../support/engine/worlds.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"
import { claimAllIn } from "../../support/engine/claimAll.ts"

const DAY = Date.parse("2026-05-01T00:00:00Z")
const minute = (n: number) => DAY + n * 60_000
const iso = (at: number) => new Date(at).toISOString()
const event = { event_type: "SEEN", title: "{entity} {feature}", create_alert: true }
const fast = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event
}
const exit = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
  event
}
const fix = (device: string, at: number, more: object = {}): Item => ({
  device,
  time: iso(at),
  lat: 0.002,
  lon: 90,
  ...more
})
const farmOf = ({ animals, project }: Pasture) => {
  const [{ device, entity }] = [...animals.values()] as [{ readonly device: string; readonly entity: string }]
  return { project, animal: entity, collar: device }
}

/** A past that was judged again, and in which nothing was found. */
const nothingThere = (subject: Subject, from: number, ...ids: ReadonlyArray<number>): Rewrite => ({
  to: Infinity,
  span: { ids, begun: false, subject, from, reasons: [] },
  traceId: subject.id,
  records: 0,
  events: [],
  open: [],
  endings: new Map(),
  placements: new Map(),
  filterKeys: [],
  isJudgedBy: () => false
})

layer(intakeOver(), { timeout: "120 seconds", excludeTestServices: true })(
  "the late lane on PostgreSQL",
  (it) => {
    it.effect(
      "an alert of an event that becomes superseded keeps its status and gets a step by system; live readers and the operator are told why; facts are never deleted",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a"),
            { entity } = pasture.animals.get("a")!
          const rule = yield* addRule(farmOf(pasture), "Fast", fast)
          const { stop } = yield* start("alerts")
          yield* deliver(pasture.source, [
            fix("a", minute(0), { speed_mps: 1 }),
            fix("a", minute(20), { speed_mps: 20 }),
            fix("a", minute(30), { speed_mps: 1 })
          ])
          yield* settled
          yield* sql`update alerts set status = 'acknowledged', acknowledged_at = now()`
          yield* deliver(pasture.source, [fix("a", minute(10), { speed_mps: 20 })])
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), [
            "10 rise late until 30",
            "20 rise superseded until 30"
          ])
          const alerts = yield* sql<{
            status: string
            superseded: boolean
            steps: ReadonlyArray<{ actor_kind: string; from_status: string; to_status: string }>
          }>`
      select a.status, e.superseded,
        coalesce((select jsonb_agg(jsonb_build_object('actor_kind', s.actor_kind, 'from_status',
        s.from_status, 'to_status', s.to_status)) from alert_steps s where s.alert_id = a.id), '[]') as steps
      from alerts a join events e on e.id = a.event_id order by e.time`
          assert.deepStrictEqual(alerts, [
            { status: "open", superseded: false, steps: [] },
            {
              status: "acknowledged",
              superseded: true,
              steps: [{ actor_kind: "system", from_status: "acknowledged", to_status: "acknowledged" }]
            }
          ])
          const stream = yield* sql<{
            type: string
          }>`select type from event_stream where project_id = ${pasture.project}::uuid order by id offset 3`
          assert.deepStrictEqual(
            stream.map((s) => s.type),
            ["event.created", "alert.created", "event.updated", "alert.updated"]
          )
          const traces = yield* sql<{
            kind: string
            status: string
            code: string | null
            rule_id: string | null
            detail: { created: number; superseded: number } | null
          }>`
      select kind, status, code, rule_id, (select s -> 'detail' from jsonb_array_elements(steps) s
        where s ->> 'name' = 'events') as detail
      from processing_traces where entity_id = ${entity}::uuid and code is not null and kind <> 'ingest'
        order by code`
          assert.deepStrictEqual(
            traces.map(({ detail, ...t }) => ({
              ...t,
              detail: detail === null ? null : [detail.created, detail.superseded]
            })),
            [
              { kind: "rule", status: "ok", code: "EVENT_SUPERSEDED", rule_id: rule, detail: null },
              { kind: "system", status: "ok", code: "PAST_REPLAYED", rule_id: null, detail: [1, 1] }
            ]
          )
          yield* deliver(pasture.source, [fix("a", minute(15), { speed_mps: 1 })])
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["10 rise late until 15", "20 rise until 30"])
          yield* stop
        })
    )

    it.effect(
      "an event of a level names the place where it was true: found out to have been true in another, it is superseded, and that one is told",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a"),
            { entity } = pasture.animals.get("a")!
          yield* addFence(farmOf(pasture), "Home", 0)
          yield* addFence(farmOf(pasture), "Away", 5)
          const conditions = { type: "spatial", relation: "inside" }
          yield* addRule(farmOf(pasture), "Inside", { trigger: { kind: "measurement" }, conditions, event })
          const { stop } = yield* start("names")
          yield* deliver(pasture.source, [
            fix("a", minute(0), { lon: 0 }),
            { device: "a", time: iso(minute(20)), measurements: { temperature: 38 } }
          ])
          yield* settled
          const told = sql<{
            title: string
            superseded: boolean
            late: boolean
            alerts: number
            isNow: boolean
          }>`
      select title, superseded, late, (select count(*)::int from alerts a where a.event_id = e.id) as alerts,
        exists (select from rule_states s where s.episode_event_id = e.id and s.active) as "isNow"
          from events e where entity_id = ${entity}::uuid order by id`
          assert.deepStrictEqual(yield* told, [
            { title: "a Home", superseded: false, late: false, alerts: 1, isNow: true }
          ])
          yield* deliver(pasture.source, [fix("a", minute(10), { lon: 5 })])
          yield* settled
          yield* stop
          assert.deepStrictEqual(yield* told, [
            { title: "a Home", superseded: true, late: false, alerts: 1, isNow: false },
            { title: "a Away", superseded: false, late: true, alerts: 1, isNow: true }
          ])
        })
    )

    it.effect(
      "what the replay leaves is what the next engine wakes with: states, open episodes, placements and transitions",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a"),
            { entity } = pasture.animals.get("a")!
          yield* addFence(farmOf(pasture), "Home", 0)
          yield* addRule(farmOf(pasture), "Exit", exit)
          yield* addRule(farmOf(pasture), "Fast", fast)
          const first = yield* start("first")
          yield* deliver(pasture.source, [
            fix("a", minute(0), { lon: 0, speed_mps: 1 }),
            fix("a", minute(20), { lon: 0, speed_mps: 20 })
          ])
          yield* settled
          yield* deliver(pasture.source, [fix("a", minute(10), { lon: 5, speed_mps: 20 })])
          yield* settled
          yield* first.stop
          assert.deepStrictEqual((yield* eventsOf(entity, DAY)).sort(), [
            "10 exit late",
            "10 rise late",
            "20 rise superseded"
          ])
          const [state] = yield* sql<{
            time: Date
            active: boolean
          }>`select e.time, s.active from rule_states s join events e on e.id = s.episode_event_id
            where s.subject_id = ${entity}::uuid`
          assert.deepStrictEqual(state, { time: new Date(minute(10)), active: true })
          const moves = yield* sql<{
            at: Date
            inside: number
          }>`select at, cardinality(inside) as inside from subject_moves where subject_id = ${entity}::uuid
            order by at`
          assert.deepStrictEqual(
            moves.map((m) => [(m.at.getTime() - DAY) / 60_000, m.inside]),
            [
              [0, 1],
              [10, 0],
              [20, 1]
            ]
          )
          const second = yield* start("second")
          yield* deliver(pasture.source, [fix("a", minute(30), { lon: 5, speed_mps: 1 })])
          yield* settled
          yield* second.stop
          assert.deepStrictEqual((yield* eventsOf(entity, DAY)).sort(), [
            "10 exit late",
            "10 rise late until 30",
            "20 rise superseded",
            "30 exit"
          ])
        })
    )

    it.effect(
      "a curation changes the past: a fix found invalid fires no more, one moved in time or place fires where it belongs",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a"),
            { device, entity } = pasture.animals.get("a")!
          yield* addFence(farmOf(pasture), "Home", 0)
          yield* addRule(farmOf(pasture), "Exit", exit)
          const { stop } = yield* start("curation")
          yield* deliver(
            pasture.source,
            [0, 10, 20, 30].map((m, i) => fix("a", minute(m), { lon: [0, 5, 0, 0][i] }))
          )
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["10 exit"])
          const curate = (at: number, change: string) =>
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`update positions set ${sql.literal(change)} where device_id = ${device}::uuid
                  and original_time = ${new Date(minute(at))}`
                yield* noteSpan(pasture.project, entity, minute(Math.min(at, 5)), "curation")
              })
            )
          yield* curate(10, "valid = false")
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["10 exit superseded"])
          yield* curate(30, "curated_lon = 5, curated_lat = 0")
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["10 exit superseded", "30 exit late"])
          yield* curate(30, `curated_time = '${iso(minute(5))}'`)
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(entity, DAY), [
            "5 exit late",
            "10 exit superseded",
            "30 exit late superseded"
          ])
          yield* stop
        })
    )

    it.effect("a re-attribution changes the past of the old and of the new subject", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pasture = yield* makePasture("a", "b"),
          a = pasture.animals.get("a")!,
          b = pasture.animals.get("b")!
        yield* addRule(farmOf(pasture), "Fast", fast)
        const { stop } = yield* start("attribution")
        yield* deliver(pasture.source, [
          fix("a", minute(0), { speed_mps: 1 }),
          fix("a", minute(10), { speed_mps: 20 }),
          fix("a", minute(20), { speed_mps: 1 }),
          fix("b", minute(30), { speed_mps: 1 })
        ])
        yield* settled
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`update positions set entity_id = ${b.entity}::uuid where device_id = ${a.device}::uuid
              and original_time = ${new Date(minute(10))}`
            yield* noteSpan(pasture.project, a.entity, minute(10), "attribution")
            yield* noteSpan(pasture.project, b.entity, minute(10), "attribution")
          })
        )
        yield* settled
        assert.deepStrictEqual(
          [yield* eventsOf(a.entity, DAY), yield* eventsOf(b.entity, DAY)],
          [["10 rise superseded until 20"], ["10 rise late until 30"]]
        )
        yield* stop
      })
    )

    it.effect("a late status message changes the next one's activity, and what a rule made of it", () =>
      Effect.gen(function* () {
        const pasture = yield* makePasture("a"),
          { entity } = pasture.animals.get("a")!
        yield* addRule(farmOf(pasture), "Jerk", {
          trigger: { kind: "measurement", metric_key: "activity" },
          conditions: { type: "threshold", metric: "activity", op: ">", value: 8 },
          event
        })
        const message = (m: number, accel_z: number): Item => ({
          device: "a",
          time: iso(minute(m)),
          measurements: { accel_x: 0, accel_y: 0, accel_z }
        })
        const { stop } = yield* start("activity")
        yield* deliver(pasture.source, [message(0, 0), message(20, 10), message(30, 11)])
        yield* settled
        assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["20 rise until 30"])
        yield* deliver(pasture.source, [message(10, 5)])
        yield* settled
        assert.deepStrictEqual(yield* eventsOf(entity, DAY), ["20 rise superseded until 30"])
        yield* stop
      })
    )

    it.effect(
      "commits as an ordinary batch of the partition's owner, with its epoch: who lost the partitions rewrites nothing",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a"),
            { device, entity } = pasture.animals.get("a")!
          yield* addRule(farmOf(pasture), "Fast", fast)
          const { stop } = yield* start("owner")
          yield* deliver(pasture.source, [fix("a", minute(0), { speed_mps: 20 })])
          yield* settled
          yield* stop
          const ports = yield* Layer.build(enginePorts(yield* DatabaseUrl, "zombie"))
          const { epochs, positionOf } = yield* claimAllIn(ports)
          yield* sql`update partition_cursor set epoch = epoch + 1`
          const partition = partitionOf(entity),
            position = positionOf(partition)
          const rewrite = {
            ...nothingThere(
              { id: entity, projectId: pasture.project, entityId: entity, deviceId: device },
              minute(0)
            ),
            isJudgedBy: () => true
          }
          const changes = makeBatch(minute(100), {
            cursors: [{ partition, from: position, to: position }],
            rewrites: [rewrite]
          })
          const refused = yield* Effect.flip(Context.get(ports, Journal).commit(epochs, changes))
          assert.deepStrictEqual([refused._tag, yield* eventsOf(entity, DAY)], ["Fenced", ["0 rise"]])
        })
    )

    it.effect("a piece that began before its change leaves the rest from its cut on", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, project } = yield* makePasture("a"),
          { device, entity } = animals.get("a")!
        yield* noteSpan(project, entity, minute(10), "curation")
        const spans = sql<{ id: bigint; from: Date; begun: boolean }>`
          select id, from_time as from, begun from late_spans where subject_id = ${entity}::uuid`
        const { id } = (yield* spans)[0]!
        const ports = yield* Layer.build(enginePorts(yield* DatabaseUrl, "owner"))
        const rewrite = {
          ...nothingThere(
            { id: entity, projectId: project, entityId: entity, deviceId: device },
            minute(5),
            Number(id)
          ),
          to: minute(5)
        }
        const changes = makeBatch(minute(100), { rewrites: [rewrite] })
        const { epochs } = yield* claimAllIn(ports)
        yield* Context.get(ports, Journal).commit(epochs, changes)
        assert.deepStrictEqual(
          (yield* spans).map(({ begun, from }) => [begun, from.getTime()]),
          [[true, minute(5) + 1]]
        )
        yield* sql`update late_spans set replayed_at = now() where subject_id = ${entity}::uuid`
      })
    )

    const Case = Schema.Struct({
      world: World,
      order: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))).check(
        Schema.isMaxLength(40)
      )
    })
    const anyOrder =
      (bounds?: BatchLimits) =>
      ({ one: { order, world } }: { readonly one: typeof Case.Type }) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("late", "ordered")
          yield* addFence(farmOf(pasture), "A", 0, "zone")
          yield* addFence(farmOf(pasture), "B", 3, "zone")
          for (const [i, document] of documentsOf(world).entries())
            yield* addRule(farmOf(pasture), `rule ${i}`, document)
          const { stop } = yield* start("property", bounds === undefined ? {} : { limits: bounds })
          const itemsOf = (device: string) =>
            sendingsOf(world).map(({ second, ...what }): Item => ({
              device,
              time: iso(DAY + second * 1000),
              ...what
            }))
          // two hours later both are seen once more: whatever was held is over then
          const closing = (device: string) => fix(device, minute(120))
          for (const item of [...itemsOf("ordered"), closing("ordered")])
            yield* deliver(pasture.source, [item])
          const late = itemsOf("late")
            .map((item, i) => ({ item, at: i + (order[i] ?? 0) }))
            .sort((a, b) => a.at - b.at)
          for (const batch of Map.groupBy(late, (l) => Math.floor(l.at / 3)).values()) {
            yield* deliver(
              pasture.source,
              batch.map((b) => b.item)
            )
            if (batch[0]!.at % 2 === 0) yield* settled
            yield* deliver(
              pasture.source,
              batch.slice(0, 1).map((b) => b.item)
            )
          }
          yield* deliver(pasture.source, [closing("late")])
          yield* settled
          yield* stop
          const [ordered, mixed] = yield* Effect.forEach(
            ["ordered", "late"],
            (name) => sql<object>`
      select rule_id, rule_version, time, context ->> 'kind' as kind, feature_id, ended_at from events
      where entity_id = ${pasture.animals.get(name)!.entity}::uuid and not superseded
        order by time, rule_id, kind, feature_id`
          )
          assert.deepStrictEqual(mixed, ordered)
        })
    it.effect.prop(
      "for any order, batching and duplication of the same records, the events not marked superseded equal those of in-order replay",
      { one: Case },
      anyOrder(),
      { ...REPEATED, arbitrary: { runs: casesOf(15), size: 60 } }
    )
    it.effect.prop(
      "and where no commit holds more than one instant",
      { one: Case },
      anyOrder({ events: 1, evaluations: 1, bytes: 1, records: 1 }),
      { ...REPEATED, arbitrary: { runs: casesOf(8), size: 60 } }
    )
  }
)
