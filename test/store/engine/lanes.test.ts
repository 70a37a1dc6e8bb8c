// Lanes on real PostgreSQL: what of the log is read, what counts as judged, and that a lane moves only where
// it is as it was read.
import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Position, Subject } from "../../../src/domain/rule/Observation.ts"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import type { Lane } from "../../../src/engine/evaluate/Lane.ts"
import {
  FactSource,
  Feed,
  Fenced,
  Ids,
  Journal,
  Ownership,
  type LogProgress,
  type Epochs
} from "../../../src/engine/ports.ts"
import { FactsSql } from "../../../src/store/engine/FactsSql.ts"
import { HistorySql } from "../../../src/store/engine/HistorySql.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { LateSpansSql } from "../../../src/store/engine/LateSpansSql.ts"
import { ObservationFeed } from "../../../src/store/engine/ObservationFeed.ts"
import { OwnershipSql } from "../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RuleSetsSql } from "../../../src/store/engine/RuleSetsSql.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, type Farm, ingest, makeFarm } from "../../support/sql/farm.ts"
import { appendRows } from "../../support/sql/lanes.ts"
import { ingestRecords } from "../../support/sql/records.ts"
import { STORY } from "../../support/stories.ts"
import { allGranted, claimAll } from "../../support/engine/claimAll.ts"

const portsOf = (owner: string) =>
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
const onPool = (owner: string, url: typeof DatabaseUrl.Service) =>
  Layer.merge(
    pool({
      role: "pugmark_engine",
      maxConnections: 4,
      applicationName: owner,
      statementTimeoutMs: 30_000
    }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url))),
    Layer.empty
  )
const ports = Effect.gen(function* () {
  return yield* Layer.build(portsOf("reader").pipe(Layer.provide(onPool("reader", yield* DatabaseUrl))))
})

/** An engine that decides little at once; `kill` drops it without a goodbye. */
const start = Effect.fnUntraced(function* (owner: string, events: number) {
  const scope = yield* Scope.make()
  const engine = Engine.layer({ tickGraceSeconds: 20, limits: { ...DEFAULT_BATCH_LIMITS, events } }).pipe(
    Layer.provide(portsOf(owner)),
    Layer.provide(onPool(owner, yield* DatabaseUrl))
  )
  const { run } = Context.get(yield* Layer.buildWithScope(engine, scope), Engine)
  const fiber = yield* Effect.forkIn(run, scope)
  return Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void))
})

const until = <A, E, R>(what: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  what.pipe(
    Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("30 seconds")
  )

const drained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* until(
    sql<{
      n: number
    }>`select ((select count(*) from observation_log l join partition_cursor c using (partition)
      where l.id > c.position)
    + (select count(*) from project_lanes))::int as n`,
    ([r]) => r!.n === 0
  )
})

/** All that is in the log is read, but for what lies after a row of one partition; and the lanes. */
const readingTo = Effect.fnUntraced(function* (
  partition: number,
  position: number,
  ...lanes: ReadonlyArray<Lane>
) {
  const sql = yield* SqlClient.SqlClient
  const ends = yield* sql<{
    partition: number
    id: number
  }>`select partition, max(id)::float8 as id from observation_log group by partition`
  return {
    cursors: Array.from({ length: PARTITIONS }, (_, p) => ({
      partition: p,
      position: p === partition ? position : (ends.find((e) => e.partition === p)?.id ?? 0)
    })),
    lanes
  } satisfies LogProgress
})

const laneOf = (
  partition: number,
  projectId: string,
  position: number,
  upTo = position,
  place: Lane["place"] = null
): Lane => ({
  partition,
  projectId,
  position,
  upTo,
  place,
  openedAt: Date.parse("2026-05-01T12:00:00Z"),
  ruleId: null
})
const minute = (n: number) => Date.parse("2026-05-01T12:00:00Z") + n * 60_000
const fast = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "FAST", title: "{entity} is fast" }
}

/** An animal of a farm in a partition of its own choice. */
const anotherIn = Effect.fnUntraced(function* (farm: Farm, partition: number) {
  const sql = yield* SqlClient.SqlClient
  const id = v7().replace(/..$/, partition.toString(16).padStart(2, "0")),
    deviceId = v7()
  yield* sql`insert into devices (id, name) values (${deviceId}::uuid, 'Collar of Berta')`
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${id}::uuid, ${farm.project}::uuid, id, 'Berta' from entity_types where key = 'cow'`
  return { id, projectId: farm.project, entityId: id, deviceId } satisfies Subject
})
const fixOf = (subject: Subject, at: number): Position => ({
  _tag: "Position",
  subject,
  at,
  receivedAt: at,
  recordId: 0,
  recordType: "gnss",
  lon: 0,
  lat: 0,
  altitudeM: null,
  speedMps: 1,
  accuracyM: null
})

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("lanes on PostgreSQL", (it) => {
  it.effect(
    "rows that hold nothing but of a parked project are passed unread, however many they are; others are read as ever",
    () =>
      Effect.gen(function* () {
        const feed = Context.get(yield* ports, Feed),
          sql = yield* SqlClient.SqlClient
        const parked = v7(),
          other = v7()
        const [first] = yield* appendRows(1, [parked], 500),
          [own] = yield* appendRows(1, [other]),
          [both] = yield* appendRows(1, [parked, other])
        const old = yield* appendRows(1, null),
          after = yield* appendRows(1, [parked], 20)
        const { atEnd, rows } = yield* feed.read(yield* readingTo(1, 0, laneOf(1, parked, 0)), 5000)
        assert.deepStrictEqual(
          [rows.map((r) => r.id), atEnd.has(1)],
          [[own!, both!, old[0]!, after.at(-1)!], true]
        )
        assert.isAbove(own!, first!)
        // without a lane a batch has the first rows of a partition, and is not at its end
        const plain = yield* feed.read(yield* readingTo(1, 0), 5000)
        assert.deepStrictEqual([plain.rows.length, plain.atEnd.has(1)], [8, false])
        // with one, no more of those that count
        const many = yield* appendRows(1, [other], 20)
        const again = yield* feed.read(yield* readingTo(1, 0, laneOf(1, parked, 0)), 5000)
        assert.deepStrictEqual([again.rows.at(-1)!.id, again.atEnd.has(1)], [many[4], false])
        assert.deepStrictEqual(
          again.rows.map((r) => r.id),
          [own!, both!, old[0]!, ...many.slice(0, 5)]
        )
        // what does not fit is left for the next batch, and nothing is passed beyond it
        yield* sql`update observation_log set size = 10 where partition = 1`
        const little = yield* feed.read(yield* readingTo(1, 0, laneOf(1, parked, 0)), 15)
        assert.deepStrictEqual([little.rows.map((r) => r.id), little.atEnd.has(1)], [[own!, both!], false])
      })
  )

  it.effect(
    "a new window ends with a row of the project, or with what was asked; one under way is read whole",
    () =>
      Effect.gen(function* () {
        const feed = Context.get(yield* ports, Feed),
          sql = yield* SqlClient.SqlClient
        const parked = v7(),
          other = v7()
        const ids: Array<number> = []
        for (let n = 0; n < 6; n++) ids.push(...(yield* appendRows(2, [n % 2 === 0 ? parked : other])))
        yield* sql`update observation_log set size = 10 where partition = 2`
        const end = ids.at(-1)!
        const next = yield* feed.windows(parked, [{ partition: 2, from: 0, to: end, fixed: false }], 15)
        assert.deepStrictEqual(
          next.map((w) => [w.partition, w.upTo, w.rows.map((r) => r.id)]),
          [[2, ids[2]!, [ids[0]!, ids[2]!]]]
        )
        const rest = yield* feed.windows(parked, [{ partition: 2, from: ids[2]!, to: end, fixed: false }], 15)
        assert.deepStrictEqual(
          rest.map((w) => [w.upTo, w.rows.map((r) => r.id)]),
          [[end, [ids[4]!]]]
        )
        const whole = yield* feed.windows(parked, [{ partition: 2, from: 0, to: ids[4]!, fixed: true }], 1)
        assert.deepStrictEqual(
          whole.map((w) => [w.upTo, w.rows.map((r) => r.id)]),
          [[ids[4]!, [ids[0]!, ids[2]!, ids[4]!]]]
        )
        assert.deepStrictEqual(
          yield* feed.windows(parked, [{ partition: 3, from: 0, to: 0, fixed: false }], 1),
          [{ partition: 3, upTo: 0, rows: [] }]
        )
      })
  )

  it.effect(
    "known of a parked project is what lies before its lane, and in the window what its place has passed",
    () =>
      Effect.gen(function* () {
        const facts = Context.get(yield* ports, FactSource),
          sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm,
          free = yield* makeFarm
        const [one, two] = [yield* anotherIn(farm, 5), yield* anotherIn(farm, 5)].sort((a, b) =>
          a.id < b.id ? -1 : 1
        ) as [Subject, Subject]
        const beside = yield* anotherIn(free, 5)
        const row = (n: number) =>
          ingestRecords([fixOf(one, minute(n)), fixOf(two, minute(n)), fixOf(beside, minute(n))])
        for (let n = 0; n < 4; n++) yield* row(n)
        const ids = (yield* sql<{
          id: number
        }>`select id::float8 as id from observation_log where partition = 5 order by id`).map((r) => r.id)
        const needs = {
          metrics: [],
          windows: [],
          spans: new Map(),
          positionFilters: [],
          network: false,
          states: []
        }
        const watermarks = (lane: Lane | null, cursor = ids[2]!) =>
          Effect.gen(function* () {
            const reading = yield* readingTo(5, cursor, ...(lane === null ? [] : [lane]))
            const memories = yield* facts.loadMemories([one, two, beside], reading, needs)
            const rolls = yield* Effect.forEach([farm, free], ({ project }) =>
              facts.scheduledSubjects(project, reading, minute(0))
            )
            return [one, two, beside].map((s) => {
              const { fix, watermark } = memories.get(s)!
              assert.strictEqual(fix?.at ?? null, watermark)
              // a schedule hears of what is judged, and of no more; here all arrives as it is taken
              const member = rolls.flat().find(({ subject }) => subject.id === s.id)
              assert.strictEqual(member?.arrivals.at(-1) ?? null, watermark)
              return watermark === null ? null : (watermark - minute(0)) / 60_000
            })
          })
        assert.deepStrictEqual(yield* watermarks(null), [2, 2, 2])
        assert.deepStrictEqual(yield* watermarks(laneOf(5, farm.project, ids[0]!)), [0, 0, 2])
        assert.deepStrictEqual(yield* watermarks(laneOf(5, farm.project, 0, ids[1])), [null, null, 2])
        assert.deepStrictEqual(
          yield* watermarks(
            laneOf(5, farm.project, 0, ids[2], { subjectId: one.id, at: minute(1), ticked: false })
          ),
          [1, null, 2]
        )
        assert.deepStrictEqual(
          yield* watermarks(
            laneOf(5, farm.project, ids[0]!, ids[1], { subjectId: two.id, at: minute(0), ticked: false })
          ),
          [1, 0, 2]
        )
        assert.deepStrictEqual(
          yield* watermarks(
            laneOf(5, farm.project, ids[0]!, ids[2], { subjectId: two.id, at: minute(2), ticked: true }),
            ids[3]
          ),
          [2, 2, 3]
        )
      })
  )

  it.effect(
    "a lane is claimed as it was left, moves only from where it was read, and is fenced otherwise",
    () =>
      Effect.gen(function* () {
        const context = yield* ports,
          journal = Context.get(context, Journal),
          ownership = Context.get(context, Ownership)
        const farm = yield* makeFarm
        const { epochs, lanes, positionOf: at } = yield* claimAll(ownership)
        assert.deepStrictEqual(lanes, [])
        const commit = (held: Epochs, before: Lane | null, after: Lane | null) => {
          const cursors = [{ partition: 9, from: at(9), to: at(9) }]
          return Effect.exit(
            journal.commit(held, makeBatch(Date.now(), { cursors, lanes: [{ before, after }] }))
          )
        }
        const opened = laneOf(9, farm.project, 3, 7),
          moved = { ...opened, place: { subjectId: farm.animal, at: minute(1), ticked: true }, ruleId: v7() }
        const isFenced = (exit: Exit.Exit<void, unknown>) =>
          Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof Fenced
        assert.isTrue(Exit.isSuccess(yield* commit(epochs, null, opened)))
        assert.isTrue(isFenced(yield* commit(epochs, null, opened)))
        assert.isTrue(isFenced(yield* commit(epochs, moved, null)))
        assert.isTrue(Exit.isSuccess(yield* commit(epochs, opened, moved)))
        assert.isTrue(isFenced(yield* commit(epochs, opened, null)))
        assert.deepStrictEqual((yield* ownership.claim([8])).lanes, [])
        const next = yield* claimAll(ownership)
        assert.deepStrictEqual(next.lanes, [moved])
        assert.isTrue(isFenced(yield* commit(epochs, moved, null)))
        assert.isTrue(Exit.isSuccess(yield* commit(next.epochs, moved, null)))
        // whoever deletes the project deletes its lanes
        const sql = yield* SqlClient.SqlClient
        const last = (yield* claimAll(ownership)).epochs
        assert.isTrue(Exit.isSuccess(yield* commit(last, null, opened)))
        yield* sql`delete from projects where id = ${farm.project}::uuid`
        assert.isTrue(isFenced(yield* commit(last, opened, moved)))
      })
  )

  it.effect(
    "a flood whose engine dies again and again is judged once each, in order; a rule that is archived meanwhile stops at once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm,
          quiet = yield* makeFarm
        const rules: Array<string> = []
        for (let n = 0; n < 6; n++) rules.push(yield* addRule(farm, `fast ${n}`, fast, minute(-1)))
        yield* addRule(quiet, "fast", fast, minute(-1))
        yield* sql`delete from observation_log`
        yield* ingest(
          farm,
          Array.from({ length: 200 }, (_, n) => ({ at: minute(n), lon: 0, speedMps: n % 2 === 0 ? 20 : 1 }))
        )
        yield* ingest(quiet, [{ at: minute(0), lon: 0, speedMps: 20 }])
        let archivedAt = 0
        for (let life = 0; life < 6; life++) {
          const before = (yield* sql<{
            n: number
          }>`select count(*)::int as n from events where project_id = ${farm.project}::uuid`)[0]!.n
          const kill = yield* start(`life ${life}`, 20)
          yield* until(
            sql<{
              n: number
            }>`select count(*)::int as n from events where project_id = ${farm.project}::uuid`,
            ([r]) => r!.n >= Math.min(560, before + 60)
          )
          yield* kill
          if (life !== 2) continue
          yield* sql`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid`
          yield* sql`update rules set archived_at = now(), enabled = false where id = ${rules[0]!}::uuid`
          archivedAt = (yield* sql<{
            n: number
          }>`select count(*)::int as n from events where rule_id = ${rules[0]!}::uuid`)[0]!.n
        }
        const kill = yield* start("last", 20)
        yield* drained
        yield* kill
        const counts = yield* sql<{ rule_id: string; n: number; times: number }>`
      select rule_id, count(*)::int as n, count(distinct time)::int as times from events
        where project_id = ${farm.project}::uuid group by rule_id`
        assert.deepStrictEqual(
          new Map(counts.map((c) => [c.rule_id, [c.n, c.times]])),
          new Map(rules.map((id, i) => [id, i === 0 ? [archivedAt, archivedAt] : [100, 100]]))
        )
        assert.isAbove(archivedAt, 0)
        assert.isBelow(archivedAt, 100)
        assert.strictEqual(
          (yield* sql`select from events where project_id = ${quiet.project}::uuid`).length,
          1
        )
      }),
    { ...STORY, timeout: 60_000 }
  )
})
