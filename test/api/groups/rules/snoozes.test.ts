// Snoozes over HTTP, and what the journal makes of them: the event is made, marked, and nobody is alerted.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { MAX_SNOOZE_MS } from "../../../../src/domain/event/Snooze.ts"
import { type BatchResult, makeBatch } from "../../../../src/engine/evaluate/BatchResult.ts"
import { Journal, type NewEvent, Ownership } from "../../../../src/engine/ports.ts"
import { JournalSql } from "../../../../src/store/engine/JournalSql.ts"
import { OwnershipSql } from "../../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../../src/store/sql/Pg.ts"
import { addRule, type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { NOBODY } from "../../../support/http/tracking.ts"
import { at as fix, document, story } from "../../../support/engine/timeline.ts"
import { claimAll } from "../../../support/engine/claimAll.ts"

const event = { event_type: "FAST", title: "{entity} is fast", create_alert: true }
const fast = { conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }, event } as const
const snoozesOf = (farm: Farm, rule: string, subject = "") =>
  `/projects/${farm.project}/rules/${rule}/snoozes${subject === "" ? "" : `/${subject}`}`
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** The journal as the engine's role writes it. */
const withJournal = <A, E, R>(
  use: (commit: (changes: BatchResult) => Effect.Effect<void, unknown>) => Effect.Effect<A, E, R>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* DatabaseUrl
      const engine = pool({
        role: "pugmark_engine",
        maxConnections: 2,
        applicationName: "snoozes",
        statementTimeoutMs: 30_000
      }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
      const context = yield* Layer.build(
        Layer.mergeAll(JournalSql, OwnershipSql("snoozes")).pipe(Layer.provide(engine))
      )
      const ownership = Context.get(context, Ownership)
      const { epochs } = yield* claimAll(ownership)
      return yield* use((changes) => Context.get(context, Journal).commit(epochs, changes))
    })
  )

/** The event that a fast animal makes, of a rule in the database, made at a moment. */
const firing = (farm: Farm, rule: string, createdAt: number, bare = false): NewEvent => {
  const [made] = story(fast).batch(fix(0, 0, { speedMps: 15.5 })).events
  const { device, entity } = made!.who
  return {
    ...made!,
    id: v7(),
    key: v7(),
    alertId: v7(),
    traceId: v7(),
    createdAt,
    rule: { ...made!.rule, id: rule },
    subject: {
      id: bare ? farm.collar : farm.animal,
      projectId: farm.project,
      entityId: bare ? null : farm.animal,
      deviceId: farm.collar
    },
    who: {
      device: { ...device, id: farm.collar },
      entity: bare || entity === null ? null : { ...entity, id: farm.animal }
    }
  }
}

const commitAll = (events: ReadonlyArray<NewEvent>) =>
  withJournal((commit) => commit(makeBatch(events[0]!.createdAt, { events })))

const assign = Effect.fnUntraced(function* ({ collar, project }: Farm) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
    values (${v7()}::uuid, ${collar}::uuid, ${project}::uuid, now())`
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a snooze", (it) => {
  it.effect("is put, replaced, listed while it is in force, and ended; the audit log knows by whom", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", document(fast))
      const put = (body: object) => send("PUT", snoozesOf(farm, rule, farm.animal), { body })
      const until = inMinutes(60)
      const first = yield* put({ until, note: "at the vet's" })
      assert.strictEqual(first.status, 200, JSON.stringify(first.body))
      assert.deepInclude(first.body, {
        rule_id: rule,
        entity_id: farm.animal,
        device_id: null,
        until,
        note: "at the vet's"
      })
      assert.strictEqual(first.body.actor.kind, "token")
      const second = yield* put({ until: inMinutes(120) })
      assert.isNull(second.body.note)
      assert.deepStrictEqual((yield* send("GET", snoozesOf(farm, rule))).body, {
        items: [second.body],
        next_cursor: null
      })
      assert.strictEqual((yield* send("DELETE", snoozesOf(farm, rule, farm.animal))).status, 204)
      assert.strictEqual((yield* send("DELETE", snoozesOf(farm, rule, farm.animal))).status, 404)
      assert.deepStrictEqual((yield* send("GET", snoozesOf(farm, rule))).body.items, [])
      const audited = yield* sql<{
        action: string
        detail: { subject_id: string }
      }>`select action, detail from audit_log where object_id = ${rule} order by id`
      assert.deepStrictEqual(
        audited.map((a) => [a.action, a.detail.subject_id]),
        ["rule.snoozed", "rule.snoozed", "rule.unsnoozed"].map((action) => [action, farm.animal])
      )
      yield* sql`insert into rule_snoozes (rule_id, entity_id, until, actor_kind)
        values (${rule}::uuid, ${farm.animal}::uuid, now() - interval '1 second', 'user')`
      assert.deepStrictEqual((yield* send("GET", snoozesOf(farm, rule))).body.items, [])
    })
  )

  it.effect("ends in the future, within a year, and is of a subject and a rule of the project", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const other = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", document(fast))
      const put = (subject: string, body: object, of = farm, ruleId = rule) =>
        send("PUT", snoozesOf(of, ruleId, subject), { body })
      for (const until of [
        inMinutes(0),
        inMinutes(-1),
        "2020-01-01T00:00:00Z",
        new Date(Date.now() + MAX_SNOOZE_MS + 60_000).toISOString()
      ]) {
        const answer = yield* put(farm.animal, { until })
        assert.deepStrictEqual(
          [answer.status, answer.body.code, answer.body.errors[0].pointer],
          [422, "UNTIL_OUT_OF_RANGE", "/until"],
          until
        )
      }
      for (const body of [
        {},
        { until: "tomorrow" },
        { until: inMinutes(1), note: 1 },
        { until: inMinutes(1), why: "x" },
        { until: inMinutes(1), note: "x".repeat(5001) }
      ]) {
        assert.strictEqual((yield* put(farm.animal, body)).status, 422, JSON.stringify(body).slice(0, 60))
      }
      assert.strictEqual(
        (yield* put(farm.animal, { until: new Date(Date.now() + MAX_SNOOZE_MS - 60_000).toISOString() }))
          .status,
        200
      )
      for (const subject of [NOBODY, other.animal, farm.collar, rule])
        assert.strictEqual((yield* put(subject, { until: inMinutes(1) })).status, 404, subject)
      assert.strictEqual((yield* put(other.animal, { until: inMinutes(1) }, other)).status, 404)
      yield* sql`update rules set archived_at = now(), enabled = false where id = ${rule}::uuid`
      assert.strictEqual((yield* put(farm.animal, { until: inMinutes(1) })).status, 404)
      assert.strictEqual((yield* send("GET", snoozesOf(farm, rule))).status, 404)
    })
  )

  it.effect("goes with its subject", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", document(fast))
      yield* send("PUT", snoozesOf(farm, rule, farm.animal), { body: { until: inMinutes(1) } })
      assert.strictEqual(
        (yield* send("DELETE", `/projects/${farm.project}/entities/${farm.animal}`)).status,
        204
      )
      assert.deepStrictEqual((yield* send("GET", snoozesOf(farm, rule))).body.items, [])
    })
  )

  it.effect(
    "makes no alert while now < until: the event is made all the same, marked snoozed, and its trace says why",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", document(fast))
        const until = inMinutes(60)
        yield* send("PUT", snoozesOf(farm, rule, farm.animal), { body: { until } })
        const asleep = firing(farm, rule, Date.parse(until) - 1),
          awake = firing(farm, rule, Date.parse(until))
        yield* commitAll([asleep])
        yield* commitAll([awake])
        const quiet = (yield* send("GET", `/projects/${farm.project}/events/${asleep.id}`)).body
        assert.deepInclude(quiet.event, { snoozed: true, alert: null })
        assert.isNull(quiet.alert)
        assert.isNull(quiet.trace.alert_id)
        assert.deepStrictEqual(
          quiet.trace.steps.map((s: { readonly name: string }) => s.name),
          ["match", "evaluate", "event", "alert"]
        )
        assert.deepInclude(quiet.trace.steps.at(-1), {
          name: "alert",
          status: "skipped",
          detail: { reason: `snoozed until ${until}` }
        })
        const loud = (yield* send("GET", `/projects/${farm.project}/events/${awake.id}`)).body
        assert.deepInclude(loud.event, { snoozed: false, alert: { id: awake.alertId, status: "open" } })
        assert.deepInclude(loud.trace, { alert_id: awake.alertId })
        const told = yield* sql<{
          type: string
          object_id: string
        }>`select type, object_id from event_stream where project_id = ${farm.project}::uuid order by id`
        assert.deepStrictEqual(
          told.map((t) => [t.type, t.object_id]),
          [
            ["event.created", asleep.id],
            ["event.created", awake.id],
            ["alert.created", awake.alertId]
          ]
        )
      })
  )

  it.effect("is of one rule and one subject: others of the same batch alert as ever", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const herd = yield* makeFarm
      const [rule, second] = [
        yield* addRule(farm, "Fast", document(fast)),
        yield* addRule(farm, "Fast too", document(fast))
      ]
      yield* send("PUT", snoozesOf(farm, rule, farm.animal), { body: { until: inMinutes(60) } })
      const neighbour = { ...farm, animal: herd.animal }
      const now = Date.now()
      const [own, ofOtherRule, ofNeighbour] = [
        firing(farm, rule, now),
        firing(farm, second, now),
        firing(neighbour, rule, now)
      ]
      yield* commitAll([own, ofOtherRule, ofNeighbour])
      const alerts = (yield* send("GET", `/projects/${farm.project}/alerts`)).body.items.map(
        (a: { event_id: string }) => a.event_id
      )
      assert.sameMembers(alerts, [ofOtherRule.id, ofNeighbour.id])
    })
  )

  it.effect("may be of a bare device; its animal's alerts are not the device's", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", document(fast))
      yield* assign(farm)
      const made = yield* send("PUT", snoozesOf(farm, rule, farm.collar), { body: { until: inMinutes(60) } })
      assert.deepInclude(made.body, { entity_id: null, device_id: farm.collar })
      const bare = firing(farm, rule, Date.now(), true),
        worn = firing(farm, rule, Date.now())
      yield* commitAll([bare, worn])
      const alerts = (yield* send("GET", `/projects/${farm.project}/alerts`)).body.items.map(
        (a: { event_id: string }) => a.event_id
      )
      assert.deepStrictEqual(alerts, [worn.id])
    })
  )

  it.effect(
    "that is put meanwhile does not take back an alert that is there, and a repeated batch changes nothing",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", document(fast))
        const event = firing(farm, rule, Date.now())
        yield* commitAll([event])
        yield* send("PUT", snoozesOf(farm, rule, farm.animal), { body: { until: inMinutes(60) } })
        yield* commitAll([{ ...event, id: v7(), alertId: v7(), traceId: v7() }])
        const found = (yield* send("GET", `/projects/${farm.project}/events`)).body.items
        assert.deepStrictEqual(
          found.map((e: { id: string; snoozed: boolean; alert: unknown }) => [e.id, e.snoozed, e.alert]),
          [[event.id, false, { id: event.alertId, status: "open" }]]
        )
      })
  )
})
