// Changes by members with a scope: every change checks what it names and what it reaches.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { wholeProjectPermissions } from "../../../src/domain/access/Permission.ts"
import { isPermission, routes } from "../../support/http/routes.ts"
import { askWith, makeProgram, makeStage, sampleOf, type Stage } from "../../support/http/samples.ts"
import { addMember } from "../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { COW, fresh } from "../../support/http/tracking.ts"

const document = (scope: object, more: object = {}) => ({
  trigger: { kind: "position" },
  scope,
  conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
  event: { event_type: "SEEN", title: "{entity}" },
  ...more
})

/**
 * Everything of a project that rules, maps and people go by, as text. What belongs to whoever asks (their
 * exports and runs) is not in it.
 */
const stateOf = Effect.fnUntraced(function* (project: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = [
    "features",
    "rules",
    "rule_activations",
    "entities",
    "groups",
    "project_assignments",
    "entity_assignments",
    "devices",
    "device_identities",
    "rule_snoozes",
    "curations",
    "positions",
    "events",
    "alerts",
    "automations",
    "members",
    "roles",
    "analysis_runs",
    "unknown_identities",
    "data_sources"
  ] as const
  const of: Readonly<Record<string, string>> = {
    rule_activations: "rule_id in (select id from rules where project_id = $1)",
    rule_snoozes: "rule_id in (select id from rules where project_id = $1)",
    devices: "id in (select device_id from project_assignments where project_id = $1)",
    device_identities: "device_id in (select device_id from project_assignments where project_id = $1)",
    unknown_identities: "data_source_id in (select id from data_sources where $1 = any(project_ids))",
    data_sources: "$1 = any(project_ids)",
    analysis_runs: "project_id = $1 and status = 'completed'"
  }
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, (select string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)
        from ${table} t where ${of[table] ?? "project_id = $1"}) as rows`
  )
  const found = yield* sql.unsafe<{ readonly name: string; readonly rows: string | null }>(
    parts.join(" union all ").replaceAll("$1", "$1::uuid"),
    [project]
  )
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
})

/** Somebody with the role of an admin and a scope in the project of a stage. */
const memberWith = Effect.fnUntraced(function* (
  { planted }: Stage,
  scope: Partial<Stage["planted"]["scope"]>
) {
  const { person, token } = yield* makeProgram
  yield* addMember(person.id, {
    project: planted.project,
    scope: { groups: [], entities: [], devices: [], ...scope }
  })
  return token
})

const as = (token: string) =>
  Effect.fnUntraced(function* (method: string, path: string, body?: object) {
    const { send } = yield* TestServer
    return yield* send(method, path, { token, ...(body === undefined ? {} : { body }) })
  })

/** Routes that change what others have: not those that only ask, and not one's own exports and runs. */
const changes = routes.filter(
  ({ method, name, need }) =>
    method !== "GET" &&
    isPermission(need) &&
    ![
      "exports.create",
      "analyses.create",
      "automations.preview",
      "curations.preview",
      "events.verify",
      "rules.check",
      "ruleTests.test",
      "ruleTests.testDocument"
    ].includes(name)
)

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("a member with a scope", (it) => {
  it.effect(
    "who sees nothing changes nothing, by any route: the project is afterwards what it was",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage
        const nobody = yield* memberWith(stage, {})
        assert.isAbove(changes.length, 45)
        const wrong: Array<string> = []
        for (const route of changes) {
          const asked = yield* sampleOf(route, stage)
          const before = yield* stateOf(stage.project)
          const { body, status } = yield* askWith(nobody)(route, asked)
          if (![403, 404, 409, 422].includes(status)) wrong.push(`${route.name} answers ${status}`)
          else if (
            status === 403 &&
            wholeProjectPermissions.has(route.need as never) &&
            body.permission !== route.need
          )
            wrong.push(`${route.name}: ${JSON.stringify(body)}`)
          const after = yield* stateOf(stage.project)
          for (const [table, rows] of Object.entries(after))
            if (rows !== before[table]) wrong.push(`${route.name} changes ${table}`)
        }
        assert.deepStrictEqual(wrong, [])
      }),
    300_000
  )

  it.effect(
    "neither changes nor archives a rule that names or reaches animals they may not see, whichever way",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage
        const { ids } = stage.planted
        const [herd, , pack] = ids["group_id"] as [string, string, string],
          [alma, wolf] = ids["entity_id"] as [string, string],
          [collar] = ids["device_id"] as [string]
        const token = yield* memberWith(stage, { groups: [herd] })
        const admin = as(stage.admin.token),
          member = as(token)
        const beyond = [
          {},
          { entity_type_ids: [COW] },
          { device_ids: [collar] },
          { entity_ids: [alma, wolf] },
          { group_ids: [herd, pack] },
          { entity_ids: [wolf] },
          { entity_ids: [alma], group_ids: [pack] }
        ]
        for (const scope of beyond) {
          const {
            body: { id }
          } = yield* admin("POST", `/projects/${stage.project}/rules`, {
            name: fresh("Rule"),
            enabled: true,
            document: document(scope)
          })
          const path = `/projects/${stage.project}/rules/${id}`
          const before = yield* stateOf(stage.project)
          for (const change of [
            { enabled: false },
            { enabled: true },
            { name: "Mine" },
            { description: "Mine" },
            { current_version: 1 }
          ]) {
            assert.deepInclude(
              (yield* member("PATCH", path, change)).body,
              { status: 403, code: "OUTSIDE_SCOPE" },
              JSON.stringify([scope, change])
            )
          }
          assert.deepInclude((yield* member("DELETE", path)).body, { status: 403, code: "OUTSIDE_SCOPE" })
          assert.deepInclude(
            (yield* member("PUT", `${path}/document`, { document: document({ entity_ids: [alma] }) })).body,
            { status: 422, code: "OUTSIDE_SCOPE" }
          )
          const made = yield* member("POST", `/projects/${stage.project}/rules`, {
            name: "Mine",
            document: document(scope)
          })
          assert.strictEqual(made.status, 422, JSON.stringify(scope))
          assert.include(["OUTSIDE_SCOPE", "UNKNOWN_REFERENCE"], made.body.code)
          assert.deepStrictEqual(yield* stateOf(stage.project), before)
        }
      })
  )

  it.effect(
    "has rules of their own, about the animals and groups that they see, as long as each version keeps to them",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage
        const { ids } = stage.planted
        const [herd] = ids["group_id"] as [string],
          [alma] = ids["entity_id"] as [string]
        const member = as(yield* memberWith(stage, { groups: [herd] })),
          admin = as(stage.admin.token)
        for (const scope of [
          { entity_ids: [alma] },
          { group_ids: [herd] },
          { group_ids: [herd], entity_type_ids: [COW] }
        ]) {
          const made = yield* member("POST", `/projects/${stage.project}/rules`, {
            name: fresh("Rule"),
            document: document(scope)
          })
          assert.strictEqual(made.status, 201)
          const path = `/projects/${stage.project}/rules/${made.body.id}`
          assert.strictEqual((yield* member("PATCH", path, { enabled: true })).status, 200)
          assert.deepInclude((yield* member("PUT", `${path}/document`, { document: document({}) })).body, {
            status: 422,
            code: "OUTSIDE_SCOPE"
          })
          assert.strictEqual(
            (yield* member("PUT", `${path}/document`, {
              document: document(scope, { cooldown_seconds: 60 })
            })).status,
            200
          )
          // a version that reaches everybody, kept in reserve by who sees everybody, is not put in force by
          // who does not
          yield* admin("PUT", `${path}/document`, { activate: false, document: document({}) })
          assert.deepInclude((yield* member("PATCH", path, { current_version: 3 })).body, {
            status: 403,
            code: "OUTSIDE_SCOPE"
          })
          assert.strictEqual((yield* member("PATCH", path, { current_version: 1 })).status, 200)
          assert.strictEqual((yield* member("DELETE", path)).status, 204)
        }
      })
  )

  it.effect("sees a group for one animal in it, and has no rule about the whole of it", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage
      const [herd] = stage.planted.ids["group_id"] as [string],
        [alma] = stage.planted.ids["entity_id"] as [string]
      const member = as(yield* memberWith(stage, { entities: [alma] }))
      assert.strictEqual((yield* member("GET", `/projects/${stage.project}/groups/${herd}`)).status, 200)
      assert.deepInclude(
        (yield* member("POST", `/projects/${stage.project}/rules`, {
          name: "Herd",
          document: document({ group_ids: [herd] })
        })).body,
        { status: 422, code: "OUTSIDE_SCOPE" }
      )
    })
  )

  it.effect(
    "changes an assignment when they see the animal and the device it names, not by one of them",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage
        const { ids } = stage.planted
        const [onWolf, onAlma] = ids["assignment_id"] as [string, string],
          [collar] = ids["device_id"] as [string],
          [alma, wolf] = ids["entity_id"] as [string, string]
        const path = (id: string) => `/projects/${stage.project}/entity-assignments/${id}`
        // the collar is seen, and that it was on the wolf; the wolf itself is not
        const ofCollar = as(yield* memberWith(stage, { devices: [collar] })),
          ofWolf = as(yield* memberWith(stage, { entities: [wolf] })),
          ofBoth = as(yield* memberWith(stage, { devices: [collar], entities: [alma] }))
        const before = yield* stateOf(stage.project)
        for (const member of [ofCollar, ofWolf]) {
          assert.strictEqual((yield* member("GET", path(onWolf))).status, 200)
          assert.deepInclude(
            (yield* member("PATCH", path(onWolf), { valid_from: "2020-01-01T00:00:00Z" })).body,
            { status: 403, code: "OUTSIDE_SCOPE" }
          )
          assert.deepInclude((yield* member("DELETE", path(onWolf))).body, {
            status: 403,
            code: "OUTSIDE_SCOPE"
          })
        }
        assert.deepStrictEqual(yield* stateOf(stage.project), before)
        assert.strictEqual((yield* ofBoth("DELETE", path(onAlma))).status, 204)
      })
  )
})
