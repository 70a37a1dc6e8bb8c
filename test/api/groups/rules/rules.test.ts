// Rules over HTTP, and what their changes write for the engine.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { partitionOf } from "../../../../src/domain/intake/LogEntry.ts"
import { addFence, type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { untilWaiting } from "../../../support/sql/locks.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"

const speeding = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "SPEEDING", title: "{entity} too fast" }
}
const faster = { ...speeding, conditions: { ...speeding.conditions, value: 50 } }
const near = {
  ...speeding,
  conditions: { all: [speeding.conditions, { not: { type: "near", distance_m: 10 } }] }
}

const at = (farm: Farm, path = "") => `/projects/${farm.project}/rules${path}`

const create = Effect.fnUntraced(function* (farm: Farm, body: object = {}) {
  const { send } = yield* TestServer
  const made = yield* send("POST", at(farm), { body: { name: "Speed", document: speeding, ...body } })
  assert.strictEqual(made.status, 201, JSON.stringify(made.body))
  return made
})

/**
 * What the engine will read of a rule: the rule set's edition, the rule's beginning, and the versions put in
 * force.
 */
const inRuleSet = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    version: number
    blank: number
    activations: ReadonlyArray<readonly [number, number | null]>
  }>`
    select p.rule_set_version::int as version, r.blank_from_version::int as blank,
      coalesce((select jsonb_agg(jsonb_build_array(a.rule_set_version, a.version) order by a.rule_set_version)
        from rule_activations a where a.rule_id = r.id), '[]') as activations
    from rules r join projects p on p.id = r.project_id where r.id = ${id}::uuid`
  return row!
})

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("rules", (it) => {
  it.effect("are saved as documents with every default written out, disabled unless asked", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const made = yield* create(farm)
      assert.deepStrictEqual(made.body.document, {
        schema_version: 1,
        scope: {},
        for_seconds: 0,
        cooldown_seconds: 0,
        trigger: speeding.trigger,
        conditions: speeding.conditions,
        event: {
          event_type: "SPEEDING",
          severity: "info",
          title: "{entity} too fast",
          description: "",
          create_alert: false
        }
      })
      assert.deepInclude(made.body, {
        enabled: false,
        current_version: 1,
        latest_version: 1,
        version: 1,
        warnings: [],
        last_error: null,
        last_fired_at: null,
        active_count: 0
      })
      const { version: _, warnings: __, ...rule } = made.body
      const got = yield* send("GET", at(farm, `/${made.body.id}`))
      assert.deepStrictEqual(got.body, rule)
      assert.strictEqual(got.headers.get("etag"), made.headers.get("etag"))
      assert.match(made.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
  )

  it.effect("are listed newest first, page by page, without the archived ones", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const ids: Array<string> = []
      for (const name of ["a", "b", "c", "d"]) ids.push((yield* create(farm, { name })).body.id)
      assert.strictEqual((yield* send("DELETE", at(farm, `/${ids[1]}`))).status, 204)
      const first = yield* send("GET", at(farm, "?limit=2"))
      const rest = yield* send("GET", at(farm, `?limit=2&cursor=${first.body.next_cursor}`))
      assert.deepStrictEqual(
        [...first.body.items, ...rest.body.items].map((r: { name: string }) => r.name),
        ["d", "c", "a"]
      )
      assert.isNull(rest.body.next_cursor)
      assert.strictEqual((yield* send("GET", at(farm, `/${ids[1]}`))).status, 404)
    })
  )

  it.effect("that are archived are a list of their own, from where they come back, still off", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const { id } = (yield* create(farm, { name: "Night watch", enabled: true })).body
      yield* create(farm, { name: "Day watch" })
      yield* send("DELETE", at(farm, `/${id}`))
      const names = (query: string) =>
        Effect.map(send("GET", at(farm, query)), ({ body }) =>
          body.items.map((rule: { name: string }) => rule.name)
        )
      assert.deepStrictEqual(yield* names("?archived=true"), ["Night watch"])
      assert.deepStrictEqual(yield* names("?archived=true&include=activity&q=night"), ["Night watch"])
      assert.deepStrictEqual(yield* names("?archived=false"), ["Day watch"])
      assert.strictEqual((yield* send("PATCH", at(farm, `/${id}`), { body: { enabled: true } })).status, 404)
      const back = yield* send("PATCH", at(farm, `/${id}`), { body: { archived: false } })
      assert.deepInclude(back.body, { name: "Night watch", enabled: false, current_version: 1 })
      assert.deepStrictEqual(yield* names(""), ["Day watch", "Night watch"])
      yield* send("DELETE", at(farm, `/${id}`))
      const on = yield* send("PATCH", at(farm, `/${id}`), { body: { archived: false, enabled: true } })
      assert.isTrue(on.body.enabled)
      const actions = yield* sql<{
        action: string
      }>`select action from audit_log where object_id = ${id} order by id`
      assert.deepStrictEqual(
        actions.map(({ action }) => action),
        ["rule.created", "rule.archived", "rule.restored", "rule.archived", "rule.restored"]
      )
    })
  )

  it.effect("that are archived come back only for who may change them", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const { id } = (yield* create(farm)).body
      yield* send("DELETE", at(farm, `/${id}`))
      const scope = { groups: [], entities: [], devices: [] }
      const viewer = yield* makeMember(farm.project, "viewer")
      const limited = yield* makeMember(farm.project, "admin", scope)
      const body = { archived: false }
      assert.strictEqual((yield* viewer.ask("PATCH", at(farm, `/${id}`), { body })).status, 403)
      const beyond = yield* limited.ask("PATCH", at(farm, `/${id}`), { body })
      assert.deepStrictEqual([beyond.status, beyond.body.code], [403, "OUTSIDE_SCOPE"])
    })
  )

  it.effect("of another project are not there", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const other = yield* makeFarm
      const { id } = (yield* create(farm)).body
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { enabled: true }],
        ["DELETE", "", undefined],
        ["PUT", "/document", { document: faster }],
        ["GET", "/versions", undefined],
        ["GET", "/versions/1", undefined],
        ["GET", "/state", undefined]
      ] as const) {
        assert.strictEqual(
          (yield* send(method, at(other, `/${id}${path}`), { body })).status,
          404,
          `${method} ${path}`
        )
      }
    })
  )

  it.effect("change what is in force with the rule set's edition, and begin blank when they must", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const { id } = (yield* create(farm)).body
      const start = yield* inRuleSet(id)
      assert.deepStrictEqual(start.activations, [], "a disabled rule is in no rule set")
      const steps: ReadonlyArray<
        readonly [
          what: string,
          method: string,
          path: string,
          body: object | undefined,
          versions: number,
          activation: number | null | undefined,
          blank: boolean
        ]
      > = [
        ["a description changes nothing", "PATCH", "", { description: "d" }, 0, undefined, false],
        ["the name of a disabled rule changes nothing", "PATCH", "", { name: "Quick" }, 0, undefined, false],
        ["enabling starts blank", "PATCH", "", { enabled: true }, 1, 1, true],
        ["enabled again is no change", "PATCH", "", { enabled: true }, 0, undefined, false],
        ["the name of an enabled rule is in titles", "PATCH", "", { name: "Fast" }, 1, undefined, false],
        [
          "the same document makes no version",
          "PUT",
          "/document",
          { document: { ...speeding, for_seconds: 0 } },
          0,
          undefined,
          false
        ],
        [
          "another title keeps the state",
          "PUT",
          "/document",
          { document: { ...speeding, event: { ...speeding.event, title: "t" } } },
          1,
          2,
          false
        ],
        ["other conditions start blank", "PUT", "/document", { document: faster }, 1, 3, true],
        [
          "a draft is not in force",
          "PUT",
          "/document",
          { document: { ...faster, for_seconds: 30 }, activate: false },
          0,
          undefined,
          false
        ],
        [
          "the draft sent again to be in force is no new version",
          "PUT",
          "/document",
          { document: { ...faster, for_seconds: 30 } },
          1,
          4,
          false
        ],
        ["and back", "PATCH", "", { current_version: 1 }, 1, 1, true],
        ["disabling leaves none in force", "PATCH", "", { enabled: false }, 1, null, false],
        [
          "a version of a disabled rule is not in force either",
          "PATCH",
          "",
          { current_version: 3 },
          0,
          undefined,
          false
        ],
        [
          "enabled with another version at once",
          "PATCH",
          "",
          { enabled: true, current_version: 4 },
          1,
          4,
          true
        ],
        ["archived", "DELETE", "", undefined, 1, null, false]
      ]
      let before = start
      for (const [what, method, path, body, versions, activation, blank] of steps) {
        const done = yield* send(method, at(farm, `/${id}${path}`), { body })
        assert.oneOf(done.status, [200, 204], `${what}: ${JSON.stringify(done.body)}`)
        const now = yield* inRuleSet(id)
        assert.strictEqual(now.version - before.version, versions, what)
        assert.deepStrictEqual(
          now.activations.slice(before.activations.length),
          activation === undefined ? [] : [[now.version, activation]],
          what
        )
        assert.strictEqual(now.blank, blank ? now.version : before.blank, what)
        before = now
      }
      const versions = yield* send("GET", at(farm, `/${id}/versions`))
      assert.deepStrictEqual(
        versions.body.items.map((v: { version: number }) => v.version),
        [4, 3, 2, 1],
        "versions of an archived rule stay readable"
      )
    })
  )

  it.effect("answer with the version that holds the document", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const { id } = (yield* create(farm, { enabled: true })).body
      const draft = yield* send("PUT", at(farm, `/${id}/document`), {
        body: { document: faster, activate: false }
      })
      assert.deepInclude(draft.body, { version: 2, current_version: 1, latest_version: 2 })
      assert.strictEqual(
        draft.body.document.conditions.value,
        40,
        "the document of the rule is the one in force"
      )
      const same = yield* send("PUT", at(farm, `/${id}/document`), { body: { document: speeding } })
      assert.deepInclude(same.body, { version: 1, current_version: 1, latest_version: 2 })
      assert.strictEqual(same.headers.get("etag"), draft.headers.get("etag"), "nothing was written")
      const one = yield* send("GET", at(farm, `/${id}/versions/2`))
      assert.deepInclude(one.body, { rule_id: id, version: 2, runnable: true })
      assert.strictEqual(one.body.document.conditions.value, 50)
      for (const path of ["/versions/3", "/versions/0", "/versions/x", "/versions/99999999999"])
        assert.strictEqual((yield* send("GET", at(farm, `/${id}${path}`))).status, 404, path)
    })
  )

  it.effect("are overwritten only in the edition that was read: 412 otherwise", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const made = yield* create(farm)
      const { id } = made.body
      const etag = made.headers.get("etag")!
      const rename = (tag: string, name: string) =>
        send("PATCH", at(farm, `/${id}`), { body: { name }, headers: { "if-match": tag } })
      const both = yield* Effect.all([rename(etag, "Anna"), rename(etag, "Ben")], { concurrency: 2 })
      assert.deepStrictEqual(
        both.map((a) => a.status).toSorted((a, b) => a - b),
        [200, 412]
      )
      const stale = both.find((a) => a.status === 412)!
      assert.strictEqual(stale.body.code, "STALE")
      const now = (yield* send("GET", at(farm, `/${id}`))).headers.get("etag")!
      assert.include(stale.body.detail, now)
      assert.strictEqual((yield* rename(`"0", ${now}`, "Cleo")).status, 200, "one of a list is enough")
      assert.strictEqual((yield* rename("*", "Dora")).status, 200)
      const newest = (yield* send("GET", at(farm, `/${id}`))).headers.get("etag")!
      for (const tag of [`W/${newest}`, newest.replaceAll('"', ""), '"x"', ""])
        assert.strictEqual((yield* rename(tag, "Emil")).status, 412, tag)
      for (const [method, path, body] of [
        ["PUT", "/document", { document: faster }],
        ["DELETE", "", undefined]
      ] as const) {
        assert.strictEqual(
          (yield* send(method, at(farm, `/${id}${path}`), { body, headers: { "if-match": etag } })).status,
          412,
          method
        )
      }
      assert.strictEqual((yield* send("GET", at(farm, `/${id}`))).body.name, "Dora")
    })
  )

  it.effect("with a reserved kind are saved with a warning and cannot be enabled", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const refused = yield* send("POST", at(farm), { body: { name: "Near", document: near, enabled: true } })
      assert.strictEqual(refused.status, 422)
      assert.strictEqual(refused.body.code, "RULE_CONDITION_RESERVED")
      assert.strictEqual(refused.body.errors[0].pointer, "/document/conditions/all/1/not/type")
      assert.strictEqual(
        (yield* sql`select from rules where project_id = ${farm.project}::uuid`).length,
        0,
        "nothing was saved"
      )

      const made = yield* create(farm, { document: near })
      assert.deepInclude(made.body.warnings[0], {
        pointer: "/document/conditions/all/1/not/type",
        code: "RULE_CONDITION_RESERVED"
      })
      const { id } = made.body
      const enabling = yield* send("PATCH", at(farm, `/${id}`), { body: { enabled: true } })
      assert.strictEqual(enabling.status, 422)
      assert.deepInclude(enabling.body.errors[0], { pointer: "/enabled", code: "RULE_CONDITION_RESERVED" })
      assert.isFalse((yield* send("GET", at(farm, `/${id}/versions/1`))).body.runnable)

      assert.strictEqual(
        (yield* send("PUT", at(farm, `/${id}/document`), { body: { document: speeding } })).status,
        200
      )
      assert.strictEqual((yield* send("PATCH", at(farm, `/${id}`), { body: { enabled: true } })).status, 200)
      const back = yield* send("PATCH", at(farm, `/${id}`), { body: { current_version: 1 } })
      assert.deepInclude(back.body.errors[0], {
        pointer: "/current_version",
        code: "RULE_CONDITION_RESERVED"
      })
      const put = yield* send("PUT", at(farm, `/${id}/document`), { body: { document: near } })
      assert.strictEqual(put.body.errors[0].pointer, "/document/conditions/all/1/not/type")
      const draft = yield* send("PUT", at(farm, `/${id}/document`), {
        body: { document: { ...near, for_seconds: 9 }, activate: false }
      })
      assert.deepInclude(draft.body, { version: 3, current_version: 2 })
      assert.lengthOf(draft.body.warnings, 1)
    })
  )

  it.effect("name only what exists in their project", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const other = yield* makeFarm
      const fence = yield* addFence(farm, "Fence", 0)
      const foreign = yield* addFence(other, "Foreign", 0)
      const group = v7()
      yield* sql`insert into groups (id, project_id, name)
        values (${group}::uuid, ${farm.project}::uuid, 'Herd')`
      yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
        values (${v7()}::uuid, ${farm.collar}::uuid, ${farm.project}::uuid, now())`
      const [cow] = yield* sql<{ id: string }>`select id from entity_types where key = 'cow'`
      const document = (scope: object, features: ReadonlyArray<string>) => ({
        ...speeding,
        scope,
        conditions: { type: "spatial", relation: "inside", feature_ids: features }
      })
      const known = {
        entity_ids: [farm.animal],
        entity_type_ids: [cow!.id],
        group_ids: [group],
        device_ids: [farm.collar]
      }
      yield* create(farm, { document: document(known, [fence]) })
      const unknown = {
        entity_ids: [farm.animal, other.animal],
        entity_type_ids: [v7()],
        group_ids: [v7()],
        device_ids: [other.collar]
      }
      const refused = yield* send("POST", at(farm), {
        body: { name: "x", document: document(unknown, [fence, foreign]) }
      })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(
        refused.body.errors.map((e: { pointer: string }) => e.pointer),
        [
          "/document/scope/entity_type_ids/0",
          "/document/scope/entity_ids/1",
          "/document/scope/group_ids/0",
          "/document/scope/device_ids/0",
          "/document/conditions/feature_ids/1"
        ]
      )
      assert.strictEqual(refused.body.code, "UNKNOWN_REFERENCE")
    })
  )

  it.effect("wait for a change of the project under way before they look what exists", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const fence = yield* addFence(farm, "Fence", 0)
        const asked = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid`
            yield* sql`delete from features where id = ${fence}::uuid`
            const fiber = yield* Effect.forkScoped(
              send("POST", at(farm), {
                body: {
                  name: "x",
                  document: {
                    ...speeding,
                    conditions: { type: "spatial", relation: "exit", feature_ids: [fence] }
                  }
                }
              })
            )
            yield* untilWaiting(1)
            return fiber
          })
        )
        assert.strictEqual((yield* Fiber.join(asked)).body.code, "UNKNOWN_REFERENCE")
      })
    )
  )

  it.effect("say what is wrong with a document, each fault with its place in the body", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const wrong = {
        ...speeding,
        conditions: {
          all: [{ ...speeding.conditions, op: "~" }, { type: "exec" }, { type: "spatial", relation: "enter" }]
        },
        trigger: { kind: "measurement" }
      }
      const refused = yield* send("POST", at(farm), { body: { name: "x", document: wrong } })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(
        refused.body.errors.map((e: { pointer: string; code: string }) => `${e.pointer} ${e.code}`),
        [
          "/document/conditions/all/0/op RULE_INVALID",
          "/document/conditions/all/1/type RULE_CONDITION_UNKNOWN",
          "/document/conditions/all/2/relation RULE_CROSSING_TRIGGER"
        ]
      )
      const nameless = yield* send("POST", at(farm), { body: { document: speeding, speed: 1 } })
      assert.sameMembers(
        nameless.body.errors.map((e: { pointer: string }) => e.pointer),
        ["/name", "/speed"]
      )
    })
  )

  it.effect("too complex to run are refused", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const any = { any: Array.from({ length: 9 }, () => ({ type: "spatial", relation: "enter" })) }
      const refused = yield* send("POST", at(farm), {
        body: { name: "x", document: { ...speeding, conditions: { all: [any, any] } } }
      })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], {
        pointer: "/document/conditions",
        code: "RULE_TOO_COMPLEX"
      })
    })
  )

  it.effect("lose their last error when another version comes into force, not before", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const { id } = (yield* create(farm, { enabled: true })).body
      yield* sql`update rules set last_error = 'RULE_EVALUATION_FAILED: x (Alma, now)', last_error_at = now(),
        last_error_subject_id = ${farm.animal}::uuid where id = ${id}::uuid`
      assert.include((yield* send("GET", at(farm))).body.items[0].last_error, "RULE_EVALUATION_FAILED")
      yield* send("PUT", at(farm, `/${id}/document`), { body: { document: faster, activate: false } })
      assert.isString((yield* send("GET", at(farm, `/${id}`))).body.last_error_at)
      yield* send("PATCH", at(farm, `/${id}`), { body: { current_version: 2 } })
      assert.deepInclude((yield* send("GET", at(farm, `/${id}`))).body, {
        last_error: null,
        last_error_at: null
      })
      assert.deepStrictEqual(
        yield* sql`select last_error_subject_id as s from rules where id = ${id}::uuid`,
        [{ s: null }]
      )
    })
  )

  it.effect("offer the templates, page by page, and each can be saved and enabled", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const all = (yield* send("GET", at(farm, "/templates"))).body.items
      const paged: Array<object> = []
      for (let query: string | null = ""; query !== null;) {
        const { items, next_cursor }: { items: ReadonlyArray<object>; next_cursor: string | null } =
          (yield* send("GET", at(farm, `/templates?limit=3${query}`))).body
        paged.push(...items)
        query = next_cursor === null ? null : `&cursor=${next_cursor}`
      }
      assert.deepStrictEqual(paged, all)
      for (const { document, name } of all) yield* create(farm, { name, document, enabled: true })
    })
  )

  it.effect("publish the JSON Schema of their documents", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const schema = yield* send("GET", at(yield* makeFarm, "/schema"))
      assert.strictEqual(schema.body.$schema, "https://json-schema.org/draft/2020-12/schema")
      assert.isArray(schema.body.$defs.Condition.oneOf)
    })
  )

  it.effect("leave an audit entry for every change", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const { id } = (yield* create(farm)).body
      yield* send("PATCH", at(farm, `/${id}`), { body: { enabled: true } })
      yield* send("PUT", at(farm, `/${id}/document`), { body: { document: faster } })
      yield* send("PUT", at(farm, `/${id}/document`), { body: { document: faster } })
      yield* send("PUT", at(farm, `/${id}/document`), { body: { document: {} } })
      yield* send("DELETE", at(farm, `/${id}`))
      const entries = yield* sql<{
        action: string
        kind: string
      }>`select action, actor_kind as kind from audit_log where object_id = ${id} order by id`
      assert.deepStrictEqual(
        entries.map((e) => `${e.kind} ${e.action}`),
        ["token rule.created", "token rule.updated", "token rule.document_saved", "token rule.archived"]
      )
    })
  )

  it.effect("show per subject what is remembered: active, held, placed", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "North pasture", 0)
      const zone = yield* addFence(farm, "Road", 9, "zone")
      const document = {
        ...speeding,
        for_seconds: 60,
        conditions: { type: "spatial", relation: "exit", feature_type: "geofence" }
      }
      const { id } = (yield* create(farm, { document, enabled: true })).body
      const { blank, version } = yield* inRuleSet(id)
      const place = (subject: string) => sql`
      insert into subject_placements (subject_id, partition, project_id, rule_set_version, inside)
        values (${subject}::uuid, ${partitionOf(subject)}::int2, ${farm.project}::uuid, ${version}::int8,
        ${`{${fence},${zone}}`}::uuid[])`
      const remember = (subject: string, beginning: number, holds: object, active: boolean) => sql`
      insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, since,
        last_fired_at, holds)
      values (${id}::uuid, ${subject}::uuid, ${partitionOf(subject)}::int2, 1, ${beginning}::int8, ${active},
        null, '2026-05-01T10:00:00Z', ${JSON.stringify(holds)}::jsonb)`
      const since = Date.parse("2026-05-01T12:00:00Z")
      yield* place(farm.animal)
      yield* place(farm.collar)
      yield* remember(
        farm.animal,
        blank,
        {
          holds: [
            {
              branch: 0,
              relation: "exit",
              feature: fence,
              sides: [],
              since,
              arrivedAt: since,
              overdue: false
            }
          ],
          arrivedAt: null,
          overdue: false
        },
        true
      )
      yield* remember(farm.collar, blank - 1, { holds: [], arrivedAt: null, overdue: false }, true)

      const { items, next_cursor } = (yield* send("GET", at(farm, `/${id}/state`))).body
      assert.isNull(next_cursor)
      const alma = items.find((s: { name: string }) => s.name === "Alma")
      assert.deepInclude(alma, {
        entity_id: farm.animal,
        device_id: null,
        active: true,
        since: null,
        last_fired_at: "2026-05-01T10:00:00.000Z",
        pending_until: "2026-05-01T12:01:00.000Z"
      })
      assert.deepStrictEqual(
        alma.inside,
        [{ id: fence, name: "North pasture" }],
        "the zone is none of the rule's features"
      )
      assert.include(alma.reason, "left North pasture and must stay for 60 s")
      const collar = items.find((s: { name: string }) => s.name === "Collar 1")
      assert.deepInclude(collar, {
        entity_id: null,
        device_id: farm.collar,
        active: false,
        pending_until: null,
        reason: "the condition is false, or not known yet"
      })
      assert.strictEqual(
        (yield* send("GET", at(farm, `/${id}`))).body.active_count,
        1,
        "a state from before the beginning does not count"
      )
      yield* send("PATCH", at(farm, `/${id}`), { body: { enabled: false } })
      assert.deepStrictEqual((yield* send("GET", at(farm, `/${id}/state`))).body.items, [])
      assert.strictEqual((yield* send("GET", at(farm, `/${id}`))).body.active_count, 0)
    })
  )
})
