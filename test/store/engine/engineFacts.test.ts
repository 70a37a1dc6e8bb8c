// What the engine asks PostgreSQL: facts of subjects that wake cold, who reports at all, past editions of the
// rule set, and timers.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import {
  type DeviceState,
  type Measurement,
  type Observation,
  type Position,
  type Subject
} from "../../../src/domain/rule/Observation.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import type { Needs } from "../../../src/engine/evaluate/Needs.ts"
import { FactSource, Feed, RuleSetSource } from "../../../src/engine/ports.ts"
import { FactsSql } from "../../../src/store/engine/FactsSql.ts"
import { ObservationFeed } from "../../../src/store/engine/ObservationFeed.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { RuleSetsSql } from "../../../src/store/engine/RuleSetsSql.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addFence, addRule, type Farm, makeFarm } from "../../support/sql/farm.ts"
import { factsOf } from "../../support/engine/memoryHistory.ts"
import { ingestRecords, type Overlay } from "../../support/sql/records.ts"

const EngineStores = Layer.mergeAll(FactsSql, RuleSetsSql, ObservationFeed).pipe(
  Layer.provide(
    pool({ role: "pugmark_engine", maxConnections: 2, applicationName: "facts", statementTimeoutMs: 30_000 })
  ),
  Layer.provideMerge(TestSql)
)

const T0 = Date.parse("2026-05-20T12:00:00Z")
const HOUR = 3_600_000
const animalOf = ({ animal, collar, project }: Farm): Subject => ({
  id: animal,
  projectId: project,
  entityId: animal,
  deviceId: collar
})
const bare = (device: string, project: string): Subject => ({
  id: device,
  projectId: project,
  entityId: null,
  deviceId: device
})

type Seen = Observation & Overlay
const fix = (subject: Subject, at: number, more: Partial<Position & Overlay> = {}): Seen => ({
  _tag: "Position",
  subject,
  at,
  receivedAt: at,
  recordId: 0,
  recordType: "gnss",
  lon: 1,
  lat: 2,
  altitudeM: 3,
  speedMps: 4,
  accuracyM: null,
  ...more
})
const measured = (
  subject: Subject,
  at: number,
  metric: string,
  value: number,
  more: Partial<Measurement & Overlay> = {}
): Seen => ({ _tag: "Measurement", subject, at, receivedAt: at, recordId: 0, metric, value, ...more })
const state = (subject: Subject, at: number, more: Partial<DeviceState & Overlay> = {}): Seen => ({
  _tag: "DeviceState",
  subject,
  at,
  receivedAt: at,
  recordId: 0,
  key: "charging",
  value: true,
  ...more
})

/** Everything that is in the log is read, or nothing of some partitions. */
const reading = (unread: ReadonlyArray<number> = []) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ends = yield* sql<{
      partition: number
      id: number
    }>`select partition, max(id)::float8 as id from observation_log group by partition`
    const cursors = Array.from({ length: PARTITIONS }, (_, partition) => ({
      partition,
      position: unread.includes(partition) ? 0 : (ends.find((e) => e.partition === partition)?.id ?? 0)
    }))
    return { cursors, lanes: [] }
  })

const needs: Needs = {
  metrics: ["a", "b"],
  windows: [
    { metric: "a", seconds: 3600 },
    { metric: "a", seconds: 7200 },
    { metric: "c", seconds: 600 }
  ],
  spans: new Map([
    ["a", 7200],
    ["c", 600]
  ]),
  positionFilters: [],
  network: true,
  states: ["charging"]
}

const secondDevice = (farm: Farm) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const device = v7()
    yield* sql`insert into devices (id, name) values (${device}::uuid, 'Collar 2')`
    yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
      values (${v7()}::uuid, ${device}::uuid, ${farm.project}::uuid, '2020-01-01')`
    return device
  })

layer(EngineStores, { timeout: "60 seconds", excludeTestServices: true })(
  "what the engine asks PostgreSQL",
  (it) => {
    it.effect(
      "facts of an entity with two devices and of a bare device in two projects are those of its valid, unconflicting records at or below the cursor, in effective time",
      () =>
        Effect.gen(function* () {
          const facts = yield* FactSource
          const farm = yield* makeFarm,
            elsewhere = yield* makeFarm
          const second = yield* secondDevice(farm)
          const cow = animalOf(farm),
            onSecond = { ...cow, deviceId: second },
            here = bare(second, farm.project),
            there = bare(second, elsewhere.project)
          // a small generator of its own: the same records every time
          let seed = 7
          const draw = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n
          const one = (subject: Subject, i: number): Seen => {
            const at = T0 + draw(4 * 3600) * 1000 + i,
              receivedAt = at + draw(600_000)
            return draw(3) > 0
              ? measured(subject, at, ["a", "b", "c"][draw(3)]!, draw(100), { receivedAt })
              : draw(4) === 0
                ? state(subject, at, {
                    receivedAt,
                    key: ["charging", "lid"][i % 2]!,
                    value: { level: draw(3), of: 2 }
                  })
                : fix(subject, at, {
                    receivedAt,
                    recordType: draw(2) === 0 ? "gnss" : "network",
                    lon: draw(90),
                    speedMps: draw(9)
                  })
          }
          const all = yield* ingestRecords(
            Array.from({ length: 400 }, (_, i) => one([cow, onSecond, here, there][i % 4]!, i))
          )
          // two devices measure the same at one time, the later received counts
          const twice = yield* ingestRecords([
            measured(onSecond, T0 + 5 * HOUR, "a", 1, { receivedAt: T0 + 6 * HOUR }),
            measured(cow, T0 + 5 * HOUR, "a", 2, { receivedAt: T0 + 5 * HOUR })
          ])
          // what no rule may see
          yield* ingestRecords([
            fix(cow, T0 + 7 * HOUR, { valid: false }),
            fix(cow, T0 + 7 * HOUR + 1, { conflicting: true }),
            measured(cow, T0 + 7 * HOUR, "a", 1, { valid: false }),
            state(cow, T0 + 7 * HOUR, { valid: false })
          ])
          const read = yield* reading()
          yield* ingestRecords([cow, here, there].map((s, i) => measured(s, T0 + 8 * HOUR + i, "a", 99)))

          const subjects = [cow, here, there]
          const memories = yield* facts.loadMemories(subjects, read, needs)
          for (const s of subjects) {
            const own = [...all, ...twice].filter(
              (o) => o.subject.id === s.id && o.subject.projectId === s.projectId
            )
            const expected = factsOf(own, needs),
              found = memories.get(s)!
            assert.deepStrictEqual(
              [found.watermark, found.fix, found.networkFix],
              [expected.watermark, expected.fix, expected.networkFix]
            )
            assert.deepStrictEqual(found.latest, expected.latest)
            assert.deepStrictEqual(found.lastStates, expected.lastStates)
            for (const [metric, seconds] of needs.spans) {
              assert.deepStrictEqual(
                found.samples.get(metric) ?? [],
                (expected.samples.get(metric) ?? []).filter(
                  (m) => m.at > expected.watermark! - seconds * 1000
                ),
                metric
              )
            }
          }
        })
    )

    it.effect("who an entity is, with what it wears and wore; a bare device wears nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const facts = yield* FactSource
        const farm = yield* makeFarm,
          second = yield* secondDevice(farm),
          cow = animalOf(farm)
        const wear = (
          device: string,
          from: number,
          to: number | null
        ) => sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from, valid_to)
      values (${v7()}::uuid, ${device}::uuid, ${farm.project}::uuid, ${farm.animal}::uuid, ${new Date(from)},
        ${to === null ? null : new Date(to)}::timestamptz)`
        yield* sql`delete from entity_assignments where entity_id = ${farm.animal}::uuid`
        assert.deepStrictEqual((yield* facts.who([cow])).get(cow.id)!.entity!.worn, [])
        yield* wear(farm.collar, T0, T0 + HOUR)
        yield* wear(second, T0 + 2 * HOUR, null)
        const who = yield* facts.who([cow, bare(second, farm.project)])
        assert.sameDeepMembers(
          [...who.get(cow.id)!.entity!.worn!],
          [
            { id: farm.collar, name: who.get(cow.id)!.device.name, from: T0, to: T0 + HOUR },
            { id: second, name: "Collar 2", from: T0 + 2 * HOUR, to: Infinity }
          ]
        )
        assert.isNull(who.get(second)!.entity)
      })
    )

    it.effect("a fix counts at the time it was moved to", () =>
      Effect.gen(function* () {
        const facts = yield* FactSource
        const farm = yield* makeFarm
        const cow = animalOf(farm)
        const [early, late] = yield* ingestRecords([
          fix(cow, T0, { curatedTime: T0 + HOUR, lon: 9 }),
          fix(cow, T0 + 60_000),
          fix(cow, T0 + 2 * HOUR, { curatedTime: T0 - HOUR })
        ])
        const memory = (yield* facts.loadMemories([cow], yield* reading(), { ...needs, network: false })).get(
          cow
        )!
        assert.deepStrictEqual(
          [memory.watermark, memory.fix?.recordId, memory.fix?.at, memory.networkFix],
          [T0 + HOUR, early!.recordId, T0 + HOUR, undefined]
        )
        assert.notStrictEqual(late!.recordId, early!.recordId)
      })
    )

    it.effect(
      "the period a subject is in, and where every way of looking placed it, are known again, of its own project alone",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const facts = yield* FactSource
          const farm = yield* makeFarm,
            elsewhere = yield* makeFarm
          const here = bare(farm.collar, farm.project),
            there = bare(farm.collar, elsewhere.project),
            fence = v7()
          for (const [s, version] of [
            [here, 3],
            [here, 5],
            [there, 7]
          ] as const) {
            yield* sql`insert into rule_set_periods (subject_id, project_id, partition, rule_set_version,
              scope_key) values (${s.id}::uuid, ${s.projectId}::uuid, 0, ${version}, ${`as of ${version}`})`
          }
          for (const [s, filterKey] of [
            [here, ""],
            [here, "confirm 2"],
            [there, ""]
          ] as const) {
            yield* sql`insert into subject_placements (subject_id, project_id, filter_key, partition,
              rule_set_version, inside, detail)
        values (${s.id}::uuid, ${s.projectId}::uuid, ${filterKey}, 0, 4, ${`{${fence}}`}::uuid[],
          ${filterKey === "" ? null : `{"${fence}": 1}`}::jsonb)`
          }
          const memories = yield* facts.loadMemories([here, there], yield* reading(), needs)
          assert.deepInclude(memories.get(here), {
            edition: 5,
            scopeKey: "as of 5",
            placements: new Map([
              ["", { version: 4, inside: [fence] }],
              ["confirm 2", { version: 4, inside: [fence], doubts: { [fence]: 1 } }]
            ])
          })
          assert.deepInclude(memories.get(there), {
            edition: 7,
            scopeKey: "as of 7",
            placements: new Map([["", { version: 4, inside: [fence] }]])
          })
        })
    )

    it.effect(
      "the roll is every subject of the project that ever reported, with when: as the records up to the cursors show it",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const facts = yield* FactSource
          const farm = yield* makeFarm,
            elsewhere = yield* makeFarm
          const device = yield* secondDevice(farm)
          const cow = animalOf(farm),
            here = bare(device, farm.project)
          const more = (name: string) =>
            Effect.gen(function* () {
              const id = v7()
              yield* sql`insert into entities (id, project_id, entity_type_id, name)
                select ${id}::uuid, ${farm.project}::uuid, id, ${name} from entity_types where key = 'cow'`
              return { ...cow, id, entityId: id }
            })
          const silent = yield* more("Silent"),
            never = yield* more("Never"),
            unread = yield* more("Unread"),
            hidden = yield* more("Hidden")
          const since = T0 + 10 * HOUR
          let taken = 0
          const at = (subject: Subject, hour: number, received: number) =>
            fix(subject, T0 + hour * HOUR + taken++, { receivedAt: T0 + received * HOUR })
          yield* ingestRecords([
            // the newest arrival before, of an old record, and all after
            at(cow, 1, 1),
            at(cow, 9, 9.2),
            { ...state(cow, T0 + 2 * HOUR), receivedAt: T0 + 9.5 * HOUR },
            at(cow, 9.9, 10.1),
            measured(cow, T0 + 8 * HOUR, "x", 1, { receivedAt: T0 + 11 * HOUR }),
            at(silent, 3, 3),
            at(silent, 2, 4),
            at(here, 1, 1),
            at(here, 10.5, 10.5),
            at(bare(device, elsewhere.project), 12, 12),
            fix(here, T0 + 20 * HOUR, { conflicting: true }),
            fix(hidden, T0 + 1.5 * HOUR, { receivedAt: T0 + HOUR, valid: false })
          ])
          const read = yield* reading(
            [partitionOf(unread.id)].filter(
              (p) => ![cow, silent, here, hidden].some((s) => partitionOf(s.id) === p)
            )
          )
          yield* ingestRecords([at(unread, 1, 1), at(cow, 30, 30)])
          const roll = yield* facts.scheduledSubjects(farm.project, read, since)
          const hours = new Map(roll.map((m) => [m.subject.id, m.arrivals.map((r) => (r - T0) / HOUR)]))
          assert.deepStrictEqual(
            hours,
            new Map([
              [cow.id, [9.5, 10.1, 11]],
              [silent.id, [4]],
              [here.id, [1, 10.5]],
              [hidden.id, [1]]
            ])
          )
          assert.isFalse(hours.has(never.id))
          assert.deepStrictEqual(roll.find((m) => m.subject.id === device)!.subject, here)
          assert.deepStrictEqual(roll.find((m) => m.subject.id === cow.id)!.subject, cow)
        })
    )

    it.effect(
      "the edition in force and the same one looked at as a past one are equal, and a past one is what was in force then",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const ruleSets = yield* RuleSetSource
          const farm = yield* makeFarm
          const document = {
            trigger: { kind: "position" },
            conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
            event: { event_type: "FAST", title: "t" }
          }
          const seen: Array<Effect.Success<ReturnType<typeof ruleSets.at>>> = []
          const sorted = (rows: (typeof seen)[number]) => ({
            ...rows,
            features: [...rows.features].sort((a, b) => (a.id < b.id ? -1 : 1)),
            rules: [...rows.rules].sort((a, b) => (a.id < b.id ? -1 : 1))
          })
          const look = Effect.gen(function* () {
            const now = (yield* ruleSets.load(farm.project))!
            assert.deepStrictEqual(sorted(yield* ruleSets.at(farm.project, now.version)), sorted(now))
            seen.push(now)
          })
          const change = <A, E, R>(what: (version: number) => Effect.Effect<A, E, R>) =>
            sql.withTransaction(
              Effect.gen(function* () {
                const [row] = yield* sql<{
                  v: number
                }>`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid
                  returning rule_set_version::float8 as v`
                return yield* what(row!.v)
              })
            )
          yield* look
          const fence = yield* addFence(farm, "Home", 0)
          yield* look
          const rule = yield* addRule(farm, "Fast", document)
          yield* look
          yield* change(
            (v) =>
              sql`update features set name = 'Home farm', revision = 2, changed_at_version = ${v},
                geometry = jsonb_set(geometry, '{coordinates,0,0,0}', '-2') where id = ${fence}::uuid`
          )
          yield* look
          yield* change((v) =>
            Effect.gen(function* () {
              yield* sql`insert into rule_versions (rule_id, version, document, runnable)
                values (${rule}::uuid, 2, ${JSON.stringify({ ...document, for_seconds: 5 })}::jsonb, true)`
              yield* sql`insert into rule_activations (rule_id, rule_set_version, version, blank_from_version, at)
                select id, ${v}, 2, blank_from_version, '2026-05-01T00:00:00.123Z' from rules
                where id = ${rule}::uuid`
              yield* sql`update rules set current_version = 2 where id = ${rule}::uuid`
            })
          )
          yield* look
          yield* change((v) =>
            Effect.gen(function* () {
              yield* sql`insert into rule_activations (rule_id, rule_set_version, version, blank_from_version)
                values (${rule}::uuid, ${v}, null, ${v})`
              yield* sql`update rules set enabled = false where id = ${rule}::uuid`
            })
          )
          yield* look
          yield* change(() => sql`delete from features where id = ${fence}::uuid`)
          yield* look
          assert.deepStrictEqual(
            seen.map((b) => [b.rules.map((r) => r.version), b.features.map((f) => f.name)]),
            [
              [[], []],
              [[], ["Home"]],
              [[1], ["Home"]],
              [[1], ["Home farm"]],
              [[2], ["Home farm"]],
              [[], ["Home farm"]],
              [[], []]
            ]
          )
          for (const ruleSet of seen)
            assert.deepStrictEqual(sorted(yield* ruleSets.at(farm.project, ruleSet.version)), sorted(ruleSet))
          assert.strictEqual(seen[4]!.rules[0]!.activeFrom, Date.parse("2026-05-01T00:00:00.123Z"))
          assert.strictEqual(
            makeRuleSet(farm.project, yield* ruleSets.at(farm.project, seen[4]!.version)).rules[0]!.forMs,
            5000
          )
          assert.deepStrictEqual((yield* ruleSets.at(v7(), 1)).rules, [])
        })
    )

    it.effect("projects with an enabled schedule rule are known with their editions", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const feed = yield* Feed
        const farm = yield* makeFarm,
          other = yield* makeFarm
        const document = (kind: string) => ({
          trigger: { kind },
          conditions: { type: "no_data", for_seconds: 60 },
          event: { event_type: "NO_DATA", title: "t" }
        })
        yield* addRule(other, "Not scheduled", document("position"))
        assert.isFalse((yield* feed.scheduled).has(farm.project))
        const rule = yield* addRule(farm, "Scheduled", document("schedule"))
        const [project] = yield* sql<{
          ruleSet: number
          roster: number
        }>`select rule_set_version::float8 as "ruleSet", roster_version::float8 as roster from projects
          where id = ${farm.project}::uuid`
        assert.deepStrictEqual((yield* feed.scheduled).get(farm.project), project)
        yield* sql`update rules set enabled = false where id = ${rule}::uuid`
        assert.deepStrictEqual(
          [...(yield* feed.scheduled).keys()].filter((id) => id === farm.project || id === other.project),
          []
        )
      })
    )

    it.effect(
      "a deleted subject has no name and no timer; an entity without assignments keeps the device that reported",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const facts = yield* FactSource
          const farm = yield* makeFarm
          const cow = animalOf(farm),
            here = bare(farm.collar, farm.project)
          const rule = yield* addRule(farm, "Fast", { trigger: { kind: "position" } })
          yield* ingestRecords([fix(cow, T0)])
          for (const s of [cow, here])
            yield* sql`
      insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, wake_at)
        values (${rule}::uuid, ${s.id}::uuid, 0, 1, 1, false, ${new Date(T0)})`
          const timers = Effect.map(
            facts.pendingDeadlines([0], { after: -Infinity, until: T0, most: 1e9 }),
            (all) => new Map(all.filter((t) => t.ruleId === rule).map((t) => [t.subject.id, t.subject]))
          )
          assert.deepStrictEqual(
            yield* timers,
            new Map([
              [cow.id, cow],
              [here.id, here]
            ])
          )
          assert.deepStrictEqual(
            [...(yield* facts.who([cow, here])).values()].map((w) => [w.entity?.name, w.device.name]),
            [
              ["Alma", "Collar 1"],
              [undefined, "Collar 1"]
            ]
          )
          // so many and all of the moment of the last, between two moments
          const found = (after: number, until: number, most: number) =>
            Effect.map(
              facts.pendingDeadlines([0], { after, until, most }),
              (all) => all.filter((t) => t.ruleId === rule).length
            )
          assert.deepStrictEqual(
            yield* Effect.all([found(-Infinity, T0 - 1, 9), found(T0 - 1, T0, 1), found(T0, T0 + 9, 9)]),
            [0, 2, 0]
          )
          yield* sql`delete from entities where id = ${cow.id}::uuid`
          assert.deepStrictEqual(yield* timers, new Map([[here.id, here]]))
          assert.deepStrictEqual([...(yield* facts.who([cow, here])).keys()], [here.id])
          yield* sql`delete from devices where id = ${here.id}::uuid`
          assert.deepStrictEqual([(yield* timers).size, (yield* facts.who([here])).size], [0, 0])
        })
    )
  }
)
