// Whose a device is: records belong to the project they were attributed to, and a device with records is
// claimed by server admins or by consent of its last project. Two projects and three admins: of the first, of
// the second, and of the server.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeOpenApi } from "../../../../src/contract/openApi.ts"
import { isPermission, type Route, routes } from "../../../support/http/routes.ts"
import { type Asked, askWith, makeStage, sampleOf, type Stage } from "../../../support/http/samples.ts"
import { type Answer, serve, TestServer } from "../../../support/http/server.ts"
import { COW, expectStatus, fresh, makeDevice, makeSource, NOBODY } from "../../../support/http/tracking.ts"

/** Names of members that hold a device. */
const ofDevices = new Set(["device_id", "device_ids", "devices", "subject_id"])

type Json = Readonly<Record<string, unknown>>

/**
 * The names by which a request to a route can name a device, from its documentation: in the path, the query
 * or the body.
 */
const namings: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const spec = makeOpenApi() as unknown as {
    readonly paths: Json
    readonly components: { readonly schemas: Json }
  }
  const found = new Map<string, Set<string>>()
  const gather = (schema: unknown, names: Set<string>, seen: ReadonlySet<string>): void => {
    if (Array.isArray(schema)) for (const each of schema) gather(each, names, seen)
    else if (typeof schema === "object" && schema !== null) {
      const { $ref, properties, ...rest } = schema as { readonly $ref?: string; readonly properties?: Json }
      const ref = $ref?.split("/").at(-1)
      if (ref !== undefined && !seen.has(ref))
        gather(spec.components.schemas[ref], names, new Set([...seen, ref]))
      for (const [name, of] of Object.entries(properties ?? {})) {
        if (ofDevices.has(name)) names.add(name)
        gather(of, names, seen)
      }
      gather(Object.values(rest), names, seen)
    }
  }
  for (const operations of Object.values(spec.paths)) {
    for (const operation of Object.values(operations as Json) as ReadonlyArray<{
      readonly operationId: string
      readonly parameters?: ReadonlyArray<{ readonly name: string }>
      readonly requestBody?: unknown
    }>) {
      const names = new Set(
        (operation.parameters ?? []).map((p) => p.name).filter((name) => ofDevices.has(name))
      )
      gather(operation.requestBody, names, new Set())
      if (names.size > 0) found.set(operation.operationId, names)
    }
  }
  return found
})()

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const span = { from: ago(10), to: ago(-1) }
const document = (device: string) => ({
  trigger: { kind: "position" },
  scope: { device_ids: [device] },
  conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
  event: { event_type: "SEEN", title: "{entity}" }
})

const worn = (device_id: string, { ids }: Stage) => ({
  changes: [{ action: "create", device_id, entity_id: ids["entity_id"], valid_from: ago(9) }]
})

/** How a device is named in a body, by route; what else is asked is the route's sample. */
const bodies: Readonly<Record<string, (device: string, stage: Stage) => object>> = {
  "entityAssignments.create": (device_id, { ids }) => ({
    device_id,
    entity_id: ids["entity_id"],
    valid_from: ago(9)
  }),
  "entityAssignments.preview": worn,
  "entityAssignments.batch": worn,
  "events.report": (device_id) => ({ event_type: "SEEN", title: "Seen", device_id }),
  // by what the source of imports calls it: the id of another's is a name like any other
  "imports.enrol": (device) => ({
    entity_type_id: COW,
    devices: [{ name: device, on: [{ animal: `On ${device}`, from: ago(9), to: null }] }]
  }),
  "exports.create": (device_id) => ({
    dataset: "positions",
    format: "csv",
    ...span,
    device_ids: [device_id]
  }),
  "curations.create": (device_id) => ({ device_id, ...span, set: { valid: false }, reason: "Because" }),
  "curations.preview": (device_id) => ({ device_id, ...span, set: { valid: false } }),
  "rules.create": (device) => ({ name: "Seen", document: document(device) }),
  "rules.saveDocument": (device) => ({ document: document(device) }),
  "ruleTests.testDocument": (device) => ({ ...span, document: document(device) }),
  "members.create": (device) => ({
    email: `${fresh("nobody").replace(" ", "-")}@example.org`,
    role: "viewer",
    scope: { devices: [device] }
  }),
  "members.update": (device) => ({ scope: { devices: [device] } })
}

/** Asks a route about a device, in the project of the stage; null: it is about another subject. */
const about = Effect.fnUntraced(function* (route: Route, stage: Stage, device: string, identity: string) {
  const names = namings.get(route.name)
  if (names === undefined || !isPermission(route.need)) return []
  const sample = yield* sampleOf(route, stage)
  const params = {
    ...sample.params,
    ...("device_id" in sample.params ? { device_id: device } : {}),
    ...("identity_id" in sample.params ? { identity_id: identity } : {}),
    ...("subject_id" in sample.params ? { subject_id: device } : {})
  }
  const inPath = "device_id" in params || "subject_id" in params ? [{ ...sample, params }] : []
  const body = bodies[route.name]
  const inBody = body === undefined ? [] : [{ ...sample, body: body(device, stage) }]
  const { entity_id: _, ...query } = sample.query ?? {}
  const inQuery = [...names].flatMap((name) =>
    route.method === "GET" && !(name in params) ? [{ ...sample, query: { ...query, [name]: device } }] : []
  )
  const asked: ReadonlyArray<Asked> = [...inPath, ...inBody, ...inQuery]
  if (asked.length === 0)
    return yield* Effect.die(
      new Error(
        `${route.name} can name a device (${[...names].join(", ")}): say here how, so that it is ` +
          `tested who may`
      )
    )
  return asked
})

const textOf = ({ body, status }: Answer, device: string) =>
  JSON.stringify([status, { ...body, request_id: "" }]).replaceAll(device, NOBODY)

/**
 * What differs, by route, between asking about the device and asking about none, with somebody's token in
 * their own project.
 */
const walk = Effect.fnUntraced(function* (token: string, stage: Stage, device: string, identity: string) {
  const told: Array<string> = []
  for (const route of routes) {
    const [real, none] = [
      yield* about(route, stage, device, identity),
      yield* about(route, stage, NOBODY, identity)
    ]
    for (const [i, asked] of real.entries()) {
      const answers = [
        textOf(yield* askWith(token)(route, asked), device),
        textOf(yield* askWith(token)(route, none[i]!), device)
      ]
      // lists are told apart by what is in them, new records by their ids
      if (answers[0] !== answers[1])
        told.push(`${route.name}: ${answers[0]!.slice(0, 300)} instead of ${answers[1]!.slice(0, 300)}`)
    }
  }
  return told
})

/**
 * A collar that has sent something: in a project from ten days ago on, with a fix of eight days ago and one
 * of five.
 */
const makeCollar = Effect.fnUntraced(function* ({ admin, project }: Stage) {
  const { send } = yield* TestServer
  const sql = yield* SqlClient.SqlClient
  const source = yield* makeSource({ project_ids: [project] })
  const { body: device } = yield* send("POST", "/devices", {
    token: admin.token,
    body: { name: fresh("Collar"), external_id: "c", data_source_id: source.id }
  })
  const { body: stay } = yield* send("POST", `/devices/${device.id}/project-assignments`, {
    token: admin.token,
    body: { project_id: project, valid_from: ago(10) }
  })
  const identity = (yield* expectStatus(200, "GET", `/devices/${device.id}/identities`)).items[0].id
  for (const days of [8, 5])
    yield* sql`
    insert into positions (device_id, project_id, record_type, original_time, lon, lat, received_at, batch_id)
    values (${device.id}::uuid, ${project}::uuid, 'gnss', ${ago(days)}::timestamptz, 1, 1, now(), 1)`
  return {
    device: String(device.id),
    stay: `/devices/${device.id}/project-assignments/${stay.id}`,
    identity: String(identity)
  }
})

/** As the attribution job leaves the records of a device that is in no project. */
const settle = (device: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(sql`update positions set project_id = null where device_id = ${device}::uuid`)
  )

const as = (token: string) =>
  Effect.fnUntraced(function* (method: string, path: string, body?: object) {
    const { send } = yield* TestServer
    return yield* send(method, path, { token, ...(body === undefined ? {} : { body }) })
  })

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })(
  "a device with records, whose assignment is deleted",
  (it) => {
    it.effect(
      "is to the admin of another project, who knows its id, like one that is not there: by every route " +
        "that can name it",
      () =>
        Effect.gen(function* () {
          const [old, other] = [yield* makeStage, yield* makeStage]
          const { device, identity, stay } = yield* makeCollar(old)
          assert.isAbove(namings.size, 25)
          assert.strictEqual((yield* as(old.admin.token)("DELETE", stay)).status, 204)
          yield* settle(device)
          assert.deepStrictEqual(yield* walk(other.admin.token, other, device, identity), [])
          const claim = { project_id: other.project, valid_from: ago(30) }
          assert.strictEqual(
            (yield* as(other.admin.token)("POST", `/devices/${device}/project-assignments`, claim)).status,
            404
          )
          // its last project goes on keeping it, and puts it back
          assert.strictEqual((yield* as(old.admin.token)("GET", `/devices/${device}`)).status, 200)
          assert.strictEqual(
            (yield* as(old.admin.token)("POST", `/devices/${device}/project-assignments`, {
              project_id: old.project,
              valid_from: ago(10)
            })).status,
            201
          )
        })
    )

    it.effect(
      "is claimed by consent of its last project, and is from then on to that one like one that is not there",
      () =>
        Effect.gen(function* () {
          const [old, other] = [yield* makeStage, yield* makeStage]
          const { device, identity, stay } = yield* makeCollar(old)
          yield* as(old.admin.token)("DELETE", stay)
          yield* settle(device)
          assert.strictEqual((yield* as(other.admin.token)("POST", `/devices/${device}/release`)).status, 404)
          const released = yield* as(old.admin.token)("POST", `/devices/${device}/release`)
          assert.strictEqual(released.status, 200)
          assert.isString(released.body.released_at)
          assert.strictEqual(
            (yield* as(other.admin.token)("PATCH", `/devices/${device}`, { name: "Mine" })).status,
            404,
            "it is not theirs yet"
          )
          assert.strictEqual((yield* as(other.admin.token)("GET", `/devices/${device}`)).status, 200)
          const claimed = yield* as(other.admin.token)("POST", `/devices/${device}/project-assignments`, {
            project_id: other.project,
            valid_from: ago(30)
          })
          assert.strictEqual(claimed.status, 201, JSON.stringify(claimed.body))
          assert.isNull((yield* as(other.admin.token)("GET", `/devices/${device}`)).body.released_at)
          // nothing of what its job tells of is older than the take-over
          const jobs = (yield* as(other.admin.token)("GET", `/devices/${device}/jobs`)).body.items
          for (const { created_at } of jobs)
            assert.isAtLeast(Date.parse(created_at), Date.parse(claimed.body.created_at))
          assert.deepStrictEqual(yield* walk(old.admin.token, old, device, identity), [])
        })
    )

    it.effect("is claimed by a server admin, who needs nobody's consent", () =>
      Effect.gen(function* () {
        const [old, other] = [yield* makeStage, yield* makeStage]
        const { device, stay } = yield* makeCollar(old)
        yield* as(old.admin.token)("DELETE", stay)
        yield* expectStatus(201, "POST", `/devices/${device}/project-assignments`, {
          project_id: other.project,
          valid_from: ago(30)
        })
        assert.strictEqual((yield* as(other.admin.token)("GET", `/devices/${device}`)).status, 200)
        assert.strictEqual((yield* as(old.admin.token)("GET", `/devices/${device}`)).status, 404)
      })
    )

    it.effect("is not taken by stretching an assignment that another project has beside it", () =>
      Effect.gen(function* () {
        const [old, other] = [yield* makeStage, yield* makeStage]
        const { device, stay } = yield* makeCollar(old)
        const path = `/devices/${device}/project-assignments`
        // the other had it before, and by then still has it for a day
        yield* as(old.admin.token)("PATCH", stay, { valid_to: ago(-1) })
        const [early, late] = yield* Effect.forEach(
          [
            { valid_from: ago(20), valid_to: ago(11) },
            { valid_from: ago(-1), valid_to: ago(-2) }
          ],
          (body) => expectStatus(201, "POST", path, { project_id: other.project, ...body })
        )
        yield* expectStatus(201, "POST", path, { project_id: old.project, valid_from: ago(-3) })
        yield* as(old.admin.token)("DELETE", stay)
        yield* settle(device)
        for (const [id, change] of [
          [early.id, { valid_to: ago(5) }],
          [late.id, { valid_from: ago(10) }]
        ] as const) {
          const answer = yield* as(other.admin.token)("PATCH", `${path}/${id}`, change)
          assert.deepInclude(answer.body, { status: 409, code: "DEVICE_KEPT" })
        }
        assert.deepInclude(
          (yield* as(other.admin.token)("POST", path, {
            project_id: other.project,
            valid_from: ago(10),
            valid_to: ago(0)
          })).body,
          { status: 409, code: "DEVICE_KEPT" }
        )
        assert.strictEqual(
          (yield* as(other.admin.token)("PATCH", `${path}/${late.id}`, { valid_to: ago(-1.5) })).status,
          200,
          "less is no harm"
        )
      })
    )

    it.effect("keeps the records of spans that stand: who takes it over reads none of them", () =>
      Effect.gen(function* () {
        const [old, other] = [yield* makeStage, yield* makeStage]
        const { device, stay } = yield* makeCollar(old)
        const path = `/devices/${device}/project-assignments`
        yield* as(old.admin.token)("PATCH", stay, { valid_to: ago(1) })
        assert.strictEqual(
          (yield* as(other.admin.token)("POST", path, { project_id: other.project, valid_from: ago(1) }))
            .status,
          404
        )
        yield* as(old.admin.token)("POST", `/devices/${device}/release`)
        assert.strictEqual(
          (yield* as(other.admin.token)("POST", path, { project_id: other.project, valid_from: ago(7) }))
            .status,
          409
        )
        assert.strictEqual(
          (yield* as(other.admin.token)("POST", path, { project_id: other.project, valid_from: ago(1) }))
            .status,
          201
        )
        const positions = (stage: Stage) =>
          Effect.map(
            as(stage.admin.token)(
              "GET",
              `/projects/${stage.project}/positions?device_id=${device}&limit=500`
            ),
            ({ body }) => body.items.length
          )
        assert.deepStrictEqual([yield* positions(old), yield* positions(other)], [2, 0])
        // a project that is removed leaves its records to nobody
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from projects where id = ${old.project}::uuid`
        const [mine] = (yield* as(other.admin.token)("GET", path)).body.items
        assert.deepInclude(
          (yield* as(other.admin.token)("PATCH", `${path}/${mine.id}`, { valid_from: ago(10) })).body,
          { status: 409, code: "RECORDS_OF_ANOTHER" }
        )
      })
    )

    it.effect(
      "which was never in a project is of the projects that its data source is for; one that has sent " +
        "nothing, and is nobody's, of whoever names it",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [old, other] = [yield* makeStage, yield* makeStage]
          const fix = (id: string) =>
            sql`insert into positions (device_id, record_type, original_time, lon, lat, received_at, batch_id)
              values (${id}::uuid, 'gnss', now(), 1, 1, now(), 1)`
          const source = yield* makeSource({ project_ids: [old.project] })
          const bound = yield* makeDevice({ external_id: "b", data_source_id: source.id }),
            free = yield* makeDevice(),
            sent = yield* makeDevice()
          yield* fix(bound.id)
          yield* fix(sent.id)
          const claim = (stage: Stage, id: string) =>
            Effect.map(
              as(stage.admin.token)("POST", `/devices/${id}/project-assignments`, {
                project_id: stage.project,
                valid_from: ago(1)
              }),
              ({ status }) => status
            )
          assert.deepStrictEqual([yield* claim(other, bound.id), yield* claim(old, bound.id)], [404, 201])
          assert.deepStrictEqual([yield* claim(other, sent.id), yield* claim(other, free.id)], [404, 201])
        })
    )
  }
)
