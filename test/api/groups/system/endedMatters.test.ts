// What needed somebody and is over: as the worker saw it end, and for those who saw the matter itself.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { Upkeep } from "../../../../src/jobs/ports.ts"
import { UpkeepSql } from "../../../../src/store/jobs/UpkeepSql.ts"
import { DatabaseUrl, pool } from "../../../../src/store/sql/Pg.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

/** One look of the worker, as the role that takes it. */
const look = Effect.scoped(
  Effect.gen(function* () {
    const built = yield* Layer.build(
      UpkeepSql.pipe(
        Layer.provide(
          pool({
            role: "pugmark_work",
            maxConnections: 1,
            applicationName: "looks",
            statementTimeoutMs: 9000
          })
        ),
        Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl))
      )
    )
    yield* Context.get(built, Upkeep).watchMatters
  })
)

/** An animal with a collar that has never reported. */
const makeWearer = Effect.fnUntraced(function* (project: string) {
  const cow = yield* makeEntity(project),
    collar = yield* makeDevice()
  const since = { valid_from: "2020-01-01T00:00:00Z" }
  yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
    project_id: project,
    ...since
  })
  yield* expectStatus(201, "POST", `/projects/${project}/entity-assignments`, {
    device_id: collar.id,
    entity_id: cow.id,
    ...since
  })
  return { cow: cow.id as string, collar: collar.id as string }
})

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

interface Ended {
  readonly code: string
  readonly count: number
  readonly detail: string
  readonly since: string
  readonly ended_at: string | null
  readonly action: object | null
  readonly object: { readonly id: string }
}

const shown = (items: ReadonlyArray<Ended>) =>
  items.map(({ code, count, object }) => `${code} ${object.id} ${count}`).sort()

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("what ended", (it) => {
  it.effect(
    "is told with its end, to each what they saw of it, until it is back or seven days are over",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id: project } = yield* makeProject()
        const alma = yield* makeWearer(project),
          berta = yield* makeWearer(project)
        const scoped = yield* makeMember(project, "viewer", { entities: [alma.cow] }),
          whole = yield* makeMember(project, "viewer")
        const broker = yield* makeSource({
          name: "Broker",
          adapter_key: "generic_mqtt",
          project_ids: [project],
          config: { mqtt: { url: "mqtt://nobody.invalid", topics: ["a"] } }
        })
        const connection = (status: string) => sql`
        insert into data_source_connections (data_source_id, status, error)
        values (${broker.id}::uuid, ${status}, 'Nobody listens.')
        on conflict (data_source_id) do update set status = excluded.status`
        yield* connection("failed")
        const rule = yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
          name: "Fast",
          document: {
            trigger: { kind: "position" },
            scope: {},
            conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 1 },
            event: { event_type: "FAST", title: "{entity}" }
          },
          enabled: true
        })
        yield* sql`update rules set last_error = 'it went wrong', last_error_at = now(),
        last_error_subject_id = ${berta.cow}::uuid where id = ${rule.id}::uuid`
        const automation = v7()
        yield* sql`insert into automations (id, project_id, name, actions)
        values (${automation}::uuid, ${project}::uuid, 'Tell', '[]')`
        for (const cow of [alma.cow, berta.cow, berta.cow]) {
          const event = yield* expectStatus(201, "POST", `/projects/${project}/events`, {
            event_type: "WOLF_SEEN",
            title: "A wolf",
            entity_id: cow
          })
          yield* sql`insert into deliveries (id, project_id, event_id, automation_id, automation_name, action_id,
          action_type, target, lane, status, finished_at, error)
        values (${v7()}::uuid, ${project}::uuid, ${event.id}::uuid, ${automation}::uuid, 'Tell', ${v7()}::uuid,
          'email', 'a@example.org', 'mail', 'failed', now(), 'mailbox full')`
        }
        const arrived = (cow: string) => sql`
        update deliveries d set status = 'sent'
        from events e
        where e.id = d.event_id and e.entity_id = ${cow}::uuid`
        const path = `/projects/${project}/needs-attention`
        const ended = (member: typeof whole, since = hourAgo()) =>
          Effect.map(
            member.ask("GET", `${path}?ended_since=${since}`),
            ({ body }) => body.items as ReadonlyArray<Ended>
          )

        yield* look
        for (const member of [whole, scoped]) assert.deepStrictEqual(yield* ended(member), [])

        yield* connection("connected")
        yield* sql`update rules set last_error = null, last_error_at = null, last_error_subject_id = null
        where id = ${rule.id}::uuid`
        yield* arrived(alma.cow)
        yield* expectStatus(200, "PATCH", `/devices/${alma.collar}`, { status: "retired" })
        assert.deepStrictEqual(yield* ended(whole), [], "nobody has looked yet")
        yield* look
        assert.deepStrictEqual(shown(yield* ended(whole)), [
          `DEVICE_SILENT ${alma.collar} 1`,
          `RULE_FAILING ${rule.id} 1`,
          `SOURCE_DISCONNECTED ${broker.id} 1`
        ])
        assert.deepStrictEqual(shown(yield* ended(scoped)), [
          `DELIVERIES_FAILED ${automation} 1`,
          `DEVICE_SILENT ${alma.collar} 1`
        ])
        const lost = (yield* ended(whole)).find(({ code }) => code === "SOURCE_DISCONNECTED")!
        assert.approximately(Date.parse(lost.ended_at!), Date.now(), 30_000)
        assert.isTrue(Date.parse(lost.since) <= Date.parse(lost.ended_at!))
        assert.isNull(lost.action)
        assert.match(lost.detail, /^Broker was not connected: Nobody listens\./)
        const now = (yield* whole.ask("GET", path)).body.items as ReadonlyArray<Ended>
        assert.deepStrictEqual(now.map(({ code, ended_at }) => `${code} ${ended_at}`).sort(), [
          "DELIVERIES_FAILED null",
          "DEVICE_SILENT null"
        ])

        yield* arrived(berta.cow)
        yield* connection("failed")
        yield* look
        const then = yield* ended(whole)
        assert.strictEqual(then[0]!.code, "DELIVERIES_FAILED", "the last that ended is the first")
        assert.deepStrictEqual(shown(then), [
          `DELIVERIES_FAILED ${automation} 2`,
          `DEVICE_SILENT ${alma.collar} 1`,
          `RULE_FAILING ${rule.id} 1`
        ])
        assert.deepStrictEqual(yield* ended(whole, new Date(Date.now() + 1000).toISOString()), [])
        const paged: Array<string> = []
        for (let cursor = ""; ;) {
          const { body } = yield* whole.ask(
            "GET",
            `${path}?ended_since=2026-01-01T00:00:00Z&limit=1${cursor}`
          )
          paged.push(...body.items.map((one: Ended) => one.code))
          if (body.next_cursor === null) break
          cursor = `&cursor=${body.next_cursor}`
        }
        assert.deepStrictEqual(
          paged,
          then.map(({ code }) => code)
        )

        yield* sql`update matters set ended_at = ended_at - interval '8 days' where code = 'RULE_FAILING'`
        yield* look
        assert.deepStrictEqual(
          (yield* sql<{
            readonly code: string
          }>`select code from matters where project_id = ${project}::uuid`)
            .map(({ code }) => code)
            .sort(),
          ["DELIVERIES_FAILED", "DELIVERIES_FAILED", "DEVICE_SILENT", "DEVICE_SILENT", "SOURCE_DISCONNECTED"]
        )
      })
  )

  it.effect("of more silent devices than a list shows none is over that is still silent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: project } = yield* makeProject()
      yield* sql`
        with made as (
          insert into devices (id, name, device_type)
          select gen_random_uuid(), 'Tag ' || n, 'tracker'
          from generate_series(1, 600) n
          returning id
        )
        insert into project_assignments (id, device_id, project_id, valid_from)
        select gen_random_uuid(), id, ${project}::uuid, '2020-01-01'
        from made`
      yield* look
      const known = yield* sql<{ readonly n: number }>`
        select count(*)::int as n from matters where project_id = ${project}::uuid and ended_at is null`
      assert.strictEqual(known[0]!.n, 600)
      const [first] = yield* sql<{ readonly device_id: string }>`
        update project_assignments set valid_to = now()
        where id = (select id from project_assignments where project_id = ${project}::uuid limit 1)
        returning device_id`
      yield* look
      const over = yield* sql<{ readonly object_id: string }>`
        select object_id from matters where project_id = ${project}::uuid and ended_at is not null`
      assert.deepStrictEqual(
        over.map(({ object_id }) => object_id),
        [first!.device_id]
      )
    })
  )

  it.effect("costs no write while nothing changes, and a time that is none is refused by its name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send } = yield* TestServer
      const { id: project } = yield* makeProject()
      yield* makeWearer(project)
      const written = sql`select xmin::text, ctid::text from matters where project_id = ${project}::uuid`
      yield* look
      const before = yield* written
      assert.lengthOf(before, 1)
      yield* look
      assert.deepStrictEqual(yield* written, before)
      const refused = yield* send("GET", `/projects/${project}/needs-attention?ended_since=today`)
      assert.strictEqual(refused.status, 422)
      assert.include(JSON.stringify(refused.body.errors), "ended_since")
    })
  )
})
