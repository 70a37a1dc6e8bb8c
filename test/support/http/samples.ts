// A request to every route that its owner is right to send. What a request consumes is made for it, so that
// any route can be asked at any time, as often as one likes. A route is sampled by its path alone where the
// names in it are known here; one with a body says what is sent.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { permissions } from "../../../src/domain/access/Permission.ts"
import { browserOf, makePerson, PASSWORD, type Person, tokenFor } from "./people.ts"
import type { Route } from "./routes.ts"
import { hiddenOf, plant, type Planted, STORY } from "./scopedWorld.ts"
import { ADMIN_TOKEN, type Answer, type Sent, TestServer } from "./server.ts"
import { COW, expectStatus, fresh, makeDevice, makeProject, makeSource, square } from "./tracking.ts"

export interface Sample {
  /** what stands for the names in the path, where it is not what always does */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** the status that the documentation gives for this request, where it is none of success */
  readonly status?: number
}

/** A project with something of everything in it, and those who own what is there. */
export interface Stage {
  readonly planted: Planted
  readonly project: string
  /** what stands for the names in paths: records about an animal that is outside the story's scope */
  readonly ids: Readonly<Record<string, string>>
  /** a data source of the project, and its token; `phones` is one that phones send to */
  readonly source: { readonly id: string; readonly token: string }
  readonly phones: { readonly id: string; readonly token: string }
  /** who may do everything in the project */
  readonly admin: { readonly person: Person; readonly token: string }
  /** somebody with an account, in a browser */
  readonly visitor: {
    readonly person: Person
    readonly hash: string
    readonly ask: (method: string, path: string, sent?: Omit<Sent, "token">) => Effect.Effect<Answer>
  }
}

/** A user without a password, and a token of theirs that carries everything. */
export const makeProgram = Effect.gen(function* () {
  const person: Person = yield* expectStatus(201, "POST", "/users", {
    email: `${fresh("program").replace(" ", "-")}@example.org`
  })
  return { person, token: yield* tokenFor(person, permissions) }
})

export const makeStage: Effect.Effect<Stage, never, TestServer | SqlClient.SqlClient> = Effect.gen(
  function* () {
    const planted = yield* plant(STORY)
    const project = planted.project
    const hidden = hiddenOf(planted)
    const admin = yield* makeProgram
    yield* expectStatus(201, "POST", `/projects/${project}/members`, {
      user_id: admin.person.id,
      role: "admin"
    })
    const person = yield* makePerson()
    const sql = yield* SqlClient.SqlClient
    const [{ hash }] = (yield* sql<{
      hash: string
      // it was made above
    }>`select password_hash as hash from users where id = ${person.id}::uuid`) as [{ hash: string }]
    const ids = {
      ...Object.fromEntries(Object.entries(planted.ids).map(([name, of]) => [name, of[0]!])),
      ...hidden,
      subject_id: hidden.entity_id,
      project_id: project
    }
    return {
      planted,
      project,
      ids,
      admin,
      source: yield* makeSource({ project_ids: [project] }),
      phones: yield* makeSource({ project_ids: [project], adapter_key: "osmand" }),
      visitor: { person, hash, ask: yield* browserOf(person) }
    }
  }
).pipe(Effect.orDie)

type Make = (stage: Stage) => Effect.Effect<Sample, never, TestServer | SqlClient.SqlClient>

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const span = () => ({ from: daysFromNow(-10), to: daysFromNow(0) })
const period = () => ({ time_from: daysFromNow(-10), time_to: daysFromNow(0) })

const document = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
  event: { event_type: "SEEN", title: "{entity}", create_alert: true }
}

/** Sends a record to a list of the project; its answer. */
const post = ({ project }: Stage, list: string, body: object) =>
  expectStatus(201, "POST", `/projects/${project}/${list}`, body)

/** A sample for a record that is made for it, named by its id. */
const made =
  <E, R>(
    name: string,
    make: (stage: Stage) => Effect.Effect<{ readonly id: string }, E, R>,
    more: Sample = {}
  ) =>
  (stage: Stage) =>
    Effect.map(make(stage), ({ id }): Sample => ({ ...more, params: { [name]: id, ...more.params } }))

const says =
  (sample: (stage: Stage) => Sample): Make =>
  (stage) =>
    Effect.sync(() => sample(stage))

/** Another project with the same members. */
const newProject = ({ project }: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* makeProject()
    yield* Effect.orDie(
      sql`insert into members (project_id, user_id, role, scope_groups, scope_entities, scope_devices)
        select ${id}::uuid, user_id, role, scope_groups, scope_entities, scope_devices from members
        where project_id = ${project}::uuid`
    )
    return { id: String(id) }
  })
const newMember = (stage: Stage) =>
  Effect.gen(function* () {
    const { person } = yield* makeProgram
    yield* post(stage, "members", { user_id: person.id, role: "viewer" })
    return person
  })
const key = () => fresh("key").replace(" ", "_")
const newRole = (stage: Stage) =>
  Effect.map(
    post(stage, "roles", { key: key(), label: "Ranger", permissions: ["project:read"] }),
    (role) => ({ id: role.key })
  )
const newGroup = (stage: Stage) => post(stage, "groups", { name: "Heifers" })
const newEntity = (stage: Stage) => post(stage, "entities", { name: fresh("Cow"), entity_type_id: COW })
const newType = () => expectStatus(201, "POST", "/entity-types", { key: key(), label: "Goat" })
const newMetric = () =>
  Effect.map(
    expectStatus(201, "POST", "/metrics", { key: fresh("metric").replace(" ", "."), value_type: "number" }),
    (metric) => ({ id: metric.key })
  )
const newSent = ({ project }: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = fresh("sent").replace(" ", ".")
    yield* Effect.orDie(
      sql`insert into sent_metrics (owner_id, key, value_type) values (${project}::uuid, ${id}, 'number')`
    )
    return { id }
  })
const newFeature = (stage: Stage) =>
  post(stage, "features", { feature_type: "zone", name: fresh("Zone"), geometry: square(1, 1) })
const newRule = (stage: Stage) => post(stage, "rules", { name: fresh("Rule"), document })
const newSource = ({ project }: Stage) => makeSource({ project_ids: [project] })
const newAutomation = (stage: Stage) =>
  post(stage, "automations", {
    name: "Tell",
    enabled: false,
    actions: [{ type: "webhook", url: "https://station.example.org/pugmark" }]
  })
const newUser = () => expectStatus(201, "POST", "/users", { email: `${key()}@example.org` })
const newToken = ({ visitor }: Stage) =>
  expectStatus(201, "POST", "/auth/tokens", {
    name: "Map",
    scopes: ["project:read"],
    user_id: visitor.person.id
  })

/** An AI client that the visitor has let in. */
const newConnection = ({ project, visitor }: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(
      sql<{ id: string }>`insert into client_grants
        (id, user_id, client_id, client_name, redirect_host, scopes, project_ids, expires_at)
        values (gen_random_uuid(), ${visitor.person.id}::uuid, 'a client', 'Field Assistant', 'app.example.org',
          '{project:read}', array[${project}::uuid], now() + interval '30 days')
        returning id`
    )
    return row!
  })

/** Begun in another browser: for everybody who asks there is none. */
const foreignConsent = { params: { consent_id: "V1StGXR8_Z5jdHi6B-myT" }, status: 404 }

/** A session of the visitor's in another browser. */
const newSession = ({ visitor }: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(
      sql<{ id: string }>`insert into sessions (id_hash, user_id, expires_at)
        values (sha256(gen_random_uuid()::text::bytea), ${visitor.person.id}::uuid, now() + interval '1 hour')
        returning id`
    )
    return row!
  })

/** The password that was there in the beginning, whatever it is by now; the sessions go on. */
const restorePassword = ({ visitor: { hash, person } }: Stage) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(sql`update users set password_hash = ${hash} where id = ${person.id}::uuid`)
  )

/** A device that was in the project for a day, and that day. */
const newStay = ({ project }: Stage) =>
  Effect.gen(function* () {
    const device = yield* makeDevice()
    const { id } = yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
      project_id: project,
      valid_from: daysFromNow(-1)
    })
    return { device_id: String(device.id), assignment_id: String(id) }
  })
const newDevice = (stage: Stage) => Effect.map(newStay(stage), ({ device_id }) => ({ id: device_id }))

/** An attribution that waits: no worker runs. */
const newAttribution = (stage: Stage) =>
  Effect.gen(function* () {
    const { device_id } = yield* newStay(stage)
    const { id } = yield* expectStatus(202, "POST", `/devices/${device_id}/reattribute`, {})
    return { device_id, job_id: String(id) }
  })

/** The animal outside the scope wore a device of the project's. */
const newWear = (stage: Stage) =>
  Effect.gen(function* () {
    const { device_id } = yield* newStay(stage)
    return yield* post(stage, "entity-assignments", {
      device_id,
      entity_id: stage.ids["entity_id"],
      valid_from: daysFromNow(-0.5)
    })
  })

/** A list of changes of what is on somebody. */
const moved = (stage: Stage) =>
  Effect.map(newWear(stage), ({ id }) => ({
    body: { changes: [{ action: "update", assignment_id: id, valid_from: daysFromNow(-0.4) }] }
  }))

const newUnknown = ({ planted }: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = v7()
    yield* Effect.orDie(
      sql`insert into unknown_identities (id, data_source_id, external_id, first_seen_at, last_seen_at)
        values (${id}::uuid, ${planted.ids["data_source_id"]![0]!}::uuid, ${fresh("stranger")}, now(), now())`
    )
    return { id }
  })
const identityIds =
  (more: object = {}) =>
  (stage: Stage) =>
    Effect.map(newUnknown(stage), ({ id }): Sample => ({ body: { identity_ids: [id], ...more } }))

const newCuration = (stage: Stage) => post(stage, "curations", curation(stage))
const curation = ({ ids }: Stage) => ({
  device_id: ids["device_id"],
  ...span(),
  set: { valid: true },
  reason: "The collar lay in the vet's car."
})

const newAlert = (stage: Stage) =>
  Effect.map(
    post(stage, "events", {
      event_type: "SEEN",
      title: "A wolf",
      entity_id: stage.ids["entity_id"],
      create_alert: true
    }),
    ({ alert }): { readonly id: string } => alert
  )
const handled = (stage: Stage) =>
  Effect.tap(newAlert(stage), ({ id }) =>
    expectStatus(200, "POST", `/projects/${stage.project}/alerts/${id}/resolve`, {})
  )

/** An alert with a step of the program's own. */
const stepOfNobody = (stage: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* newAlert(stage)
    const at = "2026-05-01T12:00:00.000Z"
    yield* Effect.orDie(
      sql`insert into alert_steps (alert_id, at, actor_kind, from_status, to_status)
        values (${id}::uuid, ${at}::timestamptz, 'system', 'open', 'acknowledged')`
    )
    return { id, at }
  })

/** What waits is cancelled: a project has at most five runs that do. */
const emptyQueue = ({ project }: Stage) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      sql`update analysis_runs set status = 'cancelled', finished_at = now()
        where project_id = ${project}::uuid and status = 'queued'`
    )
  )
const movement = ({ ids }: Stage) => ({
  module: "movement",
  parameters: { entity_ids: [ids["entity_id"]], ...period() }
})
const newRun = (stage: Stage) => Effect.andThen(emptyQueue(stage), post(stage, "analyses", movement(stage)))

const report = ({ planted }: Stage) => ({
  device: `ext ${planted.ids["identity_id"]![1]!}`,
  time: daysFromNow(0),
  lat: 50,
  lon: 10,
  measurements: { temperature_c: 39 }
})
const phone = ({ phones }: Stage): Sample => ({
  params: { data_source_id: phones.id, token: phones.token },
  query: { id: "phone-1", lat: "50", lon: "10", timestamp: String(Math.round(Date.now() / 1000)) }
})

const order = ({ ids }: Stage) => ({
  dataset: "positions",
  format: "csv",
  ...span(),
  entity_ids: [ids["entity_id"]]
})
let files = 0
/** A file of tracks that nobody has sent yet. */
const trackFile = () => ({
  file_name: "herd.csv",
  size_bytes: 1000,
  sha256: (++files).toString(16).padStart(64, "0"),
  answers: { times_in: "UTC" }
})
/** An import that goes on; of those before it the last one does too, for a project has at most some. */
const newImport = (stage: Stage) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(
      sql`
        update track_imports set state = 'finished'
        where project_id = ${stage.project}::uuid and id not in (
          select id from track_imports where project_id = ${stage.project}::uuid order by id desc limit 1
        )`
    )
    const begun = yield* expectStatus(200, "POST", `/projects/${stage.project}/imports`, trackFile())
    return begun.import as { readonly id: string }
  })

/** Nobody waits that would be too many. */
const emptyExports = ({ project }: Stage) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      sql`delete from jobs where project_id = ${project}::uuid and kind = 'export' and status = 'queued'`
    )
  )
const newExport = (stage: Stage) => Effect.andThen(emptyExports(stage), post(stage, "exports", order(stage)))

/** What is sent where a path does not say it all, by the name of the route. */
const samples: Readonly<Record<string, Make>> = {
  "projects.create": says(() => ({ body: { name: fresh("Farm"), timezone: "Europe/Berlin" } })),
  "demo.start": says(() => ({ body: {}, status: 409 })), // the server of tests runs none
  "projects.update": made("project_id", newProject, { body: { description: "Three meadows" } }),
  "projects.remove": made("project_id", newProject),
  "members.create": () =>
    Effect.map(newUser(), ({ id }) => ({ body: { user_id: id, role: "viewer", scope: null } })),
  "members.get": made("user_id", newMember),
  "members.update": made("user_id", newMember, { body: { role: "operator" } }),
  "members.remove": made("user_id", newMember),
  "roles.create": says(() => ({
    body: { key: key(), label: "Ranger", permissions: ["project:read", "alerts:write"] }
  })),
  "roles.update": made("role_key", newRole, { body: { label: "Warden" } }),
  "roles.remove": made("role_key", newRole),
  "entityTypes.create": says(() => ({ body: { key: key(), label: "Goat" } })),
  "entityTypes.update": made("entity_type_id", newType, { body: { label: "Sheep" } }),
  "entityTypes.remove": made("entity_type_id", newType),
  "groups.create": says(({ ids }) => ({ body: { name: "Heifers", parent_id: ids["group_id"] } })),
  "groups.update": says(() => ({ body: { name: "Cows" } })),
  "groups.remove": made("group_id", newGroup),
  "entities.create": says(({ ids }) => ({
    body: { name: "Alma", entity_type_id: COW, group_id: ids["group_id"], attributes: { weight_kg: 640 } }
  })),
  "entities.update": says(() => ({ body: { attributes: { weight_kg: 650 } } })),
  "entities.remove": made("entity_id", newEntity),
  "features.create": says(() => ({ body: { feature_type: "zone", name: "Meadow", geometry: square(1, 1) } })),
  "features.import": says(() => ({
    body: { text: JSON.stringify({ type: "Feature", properties: {}, geometry: square(1, 1) }) }
  })),
  "features.update": made("feature_id", newFeature, { body: { geometry: square(2, 2) } }),
  "features.remove": made("feature_id", newFeature),
  "devices.create": says(({ source }) => ({
    body: { name: "Collar", external_id: fresh("collar"), data_source_id: source.id }
  })),
  "devices.update": says(() => ({ body: { status: "active" } })),
  "devices.remove": made("device_id", newDevice),
  "devices.release": made("device_id", newDevice),
  "devices.addIdentity": says(({ source }) => ({
    body: { data_source_id: source.id, external_id: fresh("collar") }
  })),
  "devices.removeIdentity": (stage) =>
    Effect.map(
      expectStatus(201, "POST", `/devices/${stage.ids["device_id"]}/identities`, {
        data_source_id: stage.source.id,
        external_id: fresh("collar")
      }),
      ({ id }) => ({ params: { identity_id: id } })
    ),
  "projectAssignments.create": (stage) =>
    Effect.map(newDevice(stage), ({ id }) => ({
      params: { device_id: id },
      body: {
        project_id: stage.project,
        valid_from: "2020-01-01T00:00:00Z",
        valid_to: "2021-01-01T00:00:00Z"
      }
    })),
  "projectAssignments.get": (stage) => Effect.map(newStay(stage), (params) => ({ params })),
  "projectAssignments.update": (stage) =>
    Effect.map(newStay(stage), (params) => ({ params, body: { valid_to: daysFromNow(0) } })),
  "projectAssignments.remove": (stage) => Effect.map(newStay(stage), (params) => ({ params })),
  "entityAssignments.create": (stage) =>
    Effect.map(newStay(stage), ({ device_id }) => ({
      body: { device_id, entity_id: stage.ids["entity_id"], valid_from: daysFromNow(-0.5) }
    })),
  "entityAssignments.update": made("assignment_id", newWear, { body: { valid_to: null } }),
  "entityAssignments.remove": made("assignment_id", newWear),
  "entityAssignments.preview": moved,
  "entityAssignments.batch": moved,
  "devices.days": says(({ project }) => ({ query: { project_id: project, ...span() } })),
  "jobs.reattribute": made("device_id", newDevice, { body: span() }),
  "jobs.cancel": (stage) => Effect.map(newAttribution(stage), (params) => ({ params })),
  "metrics.create": says(() => ({
    body: { key: fresh("metric").replace(" ", "."), value_type: "number", label: "Battery", unit: "V" }
  })),
  "metrics.update": made("metric_key", newMetric, { body: { unit: "V" } }),
  "metrics.remove": made("metric_key", newMetric),
  "projectMetrics.update": made("metric_key", newSent, { body: { label: "Rumen", unit: "°C" } }),
  "projectMetrics.remove": made("metric_key", newSent),
  "dataSources.create": says(({ project }) => ({
    body: { name: "Collars", adapter_key: "generic_http", project_ids: [project] }
  })),
  "dataSources.update": made("data_source_id", newSource, { body: { name: "Tags" } }),
  "dataSources.remove": made("data_source_id", newSource),
  "dataSources.rotateToken": made("data_source_id", newSource),
  "dataSources.test": made("data_source_id", newSource),
  "imports.begin": (stage) => Effect.as(newImport(stage), { body: trackFile() }),
  "imports.get": made("import_id", newImport),
  "imports.enrol": made("import_id", newImport, {
    body: {
      entity_type_id: COW,
      devices: [{ name: "0112", on: [{ animal: "Alma", from: "1990-01-01T00:00:00Z", to: null }] }]
    }
  }),
  "imports.rows": made("import_id", newImport, {
    body: {
      from: { offset: 20, line: 1 },
      to: { offset: 50, line: 2 },
      refused: 0,
      items: [{ device: "0112", time: "2026-05-03T06:00:03Z", lat: 50, lon: 10 }]
    }
  }),
  "imports.finish": made("import_id", newImport),
  "imports.planRemoval": made("import_id", newImport),
  "imports.remove": made("import_id", newImport),
  "unknownIdentities.get": made("identity_id", newUnknown),
  "unknownIdentities.reports": (stage) =>
    Effect.map(newUnknown(stage), ({ id }): Sample => ({ query: { identity_id: id } })),
  "unknownIdentities.createDevices": identityIds({ device_type: "collar" }),
  "unknownIdentities.ignore": identityIds(),
  "unknownIdentities.unignore": identityIds(),
  "positions.list": says(({ ids }) => ({ query: { entity_id: ids["entity_id"]!, ...span() } })),
  "positions.track": says(({ ids }) => ({ query: { entity_id: ids["entity_id"]!, ...span() } })),
  "timeline.read": says(() => ({ query: { ...span() } })),
  "timeline.replay": says(({ ids }) => ({ query: { entity_id: ids["entity_id"]!, ...span() } })),
  "measurements.list": says(({ ids }) => ({
    query: { entity_id: ids["entity_id"]!, metric: "mark", ...span() }
  })),
  "measurements.latest": says(({ ids }) => ({ query: { device_id: ids["device_id"]!, metric: "mark" } })),
  "measurements.series": says(({ ids }) => ({
    query: { entity_id: ids["entity_id"]!, metric: "mark", ...span() }
  })),
  "curations.create": says((stage) => ({ body: curation(stage) })),
  "curations.preview": says((stage) => ({ body: { ...curation(stage), reason: undefined } })),
  "curations.revert": made("curation_id", newCuration),
  "exports.create": (stage) => Effect.as(emptyExports(stage), { body: order(stage) }),
  "exports.direct": says((stage) => ({
    query: { dataset: "positions", format: "csv", entity_id: stage.ids["entity_id"]!, ...span() }
  })),
  "exports.remove": made("export_id", newExport),
  "rules.create": says(({ ids }) => ({
    body: { name: "Seen", document: { ...document, scope: { entity_ids: [ids["entity_id"]] } } }
  })),
  "rules.update": made("rule_id", newRule, { body: { name: "Seen again" } }),
  "rules.archive": made("rule_id", newRule),
  "rules.saveDocument": made("rule_id", newRule, {
    body: { document: { ...document, cooldown_seconds: 60 } }
  }),
  "rules.check": says(({ ids }) => ({
    body: { document: { ...document, scope: { entity_ids: [ids["entity_id"]] } } }
  })),
  "ruleTests.testDocument": says(({ ids }) => ({
    body: { document, ...span(), entity_ids: [ids["entity_id"]] }
  })),
  "ruleTests.test": says(({ ids }) => ({
    body: { ...span(), entity_ids: [ids["entity_id"]], include: ["evaluation"] }
  })),
  "ruleTests.stressDocument": says(({ ids }) => ({
    body: { document, ...span(), entity_ids: [ids["entity_id"]] }
  })),
  "explanations.entity": says(() => ({ query: { at: daysFromNow(0) } })),
  "explanations.device": says(() => ({ query: { at: daysFromNow(0) } })),
  "ruleTests.explain": says(({ ids }) => ({ query: { entity_id: ids["entity_id"]!, at: daysFromNow(0) } })),
  "snoozes.put": says(() => ({ body: { until: daysFromNow(1), note: "at the vet's" } })),
  "snoozes.remove": ({ ids, project }) =>
    Effect.as(
      expectStatus(200, "PUT", `/projects/${project}/rules/${ids["rule_id"]}/snoozes/${ids["subject_id"]}`, {
        until: daysFromNow(1)
      }),
      {}
    ),
  "events.report": says(({ ids }) => ({
    body: {
      event_type: "WOLF_SEEN",
      severity: "warning",
      title: "A wolf",
      entity_id: ids["entity_id"],
      create_alert: true,
      geometry: { type: "Point", coordinates: [10, 50] }
    }
  })),
  "events.verify": says(() => ({ status: 409 })), // people told of it, no rule
  "alerts.acknowledge": made("alert_id", newAlert, { body: { note: "It was the neighbour's dog." } }),
  "alerts.resolve": made("alert_id", newAlert, { body: {} }),
  "alerts.reopen": made("alert_id", handled, { body: { note: "It was a wolf." } }),
  "alerts.undo": (stage) =>
    Effect.map(stepOfNobody(stage), ({ at, id }) => ({
      params: { alert_id: id },
      body: { step_at: at },
      status: 409 // whoever asks has not made the step
    })),
  "automations.create": says(({ ids }) => ({
    body: {
      name: "Tell",
      enabled: false,
      entity_ids: [ids["entity_id"]],
      actions: [
        { type: "webhook", url: "https://station.example.org/pugmark" },
        { type: "email", to: ["rangers@example.org"] }
      ]
    }
  })),
  "automations.preview": says(({ ids }) => ({
    body: { name: "Tell", min_severity: "info", entity_ids: [ids["entity_id"]] }
  })),
  "automations.update": made("automation_id", newAutomation, {
    body: { name: "Tell all", min_severity: "warning" }
  }),
  "automations.remove": made("automation_id", newAutomation),
  "automations.rotateSecret": (stage) =>
    Effect.map(newAutomation(stage), ({ actions, id }) => ({
      params: { automation_id: id, action_id: actions[0].id }
    })),
  "automations.test": made("automation_id", newAutomation),
  "deliveries.redeliver": says(() => ({ status: 409 })), // its automation has no such action any more
  "deliveries.redeliverAll": (stage) =>
    Effect.map(newAutomation(stage), ({ id }) => ({
      body: { automation_id: id, status: "failed", since: daysFromNow(-1) }
    })),
  "traces.resend": says(() => ({ status: 409 })), // it is no report that was refused
  "diagnostics.sourceTraffic": says(() => ({ query: { include: "payload" } })),
  "analyses.create": (stage) => Effect.as(emptyQueue(stage), { body: { ...movement(stage), name: "Herd" } }),
  "analyses.estimate": says(({ ids }) => ({
    query: { module: "movement", entity_ids: ids["entity_id"]!, ...period() }
  })),
  "analyses.fixesByWeek": says(({ ids }) => ({ query: { entity_ids: ids["entity_id"]! } })),
  "analyses.update": says(() => ({ body: { name: "Herd" } })),
  "analyses.cancel": made("run_id", newRun),
  "analyses.rerun": (stage) => Effect.tap(made("run_id", newRun)(stage), () => emptyQueue(stage)),
  "analyses.remove": made("run_id", newRun),
  "analyses.export": says(() => ({ query: { what: "document", format: "json" } })),
  "account.update": says(() => ({ body: { name: "Ines", preferences: { theme: "dark" } } })),
  "account.endSession": made("session_id", newSession),
  "search.find": says(() => ({ query: { q: "co" } })),
  "session.password": (stage) =>
    Effect.as(restorePassword(stage), { body: { current: PASSWORD, new: PASSWORD } }),
  "tokens.create": says(() => ({
    body: { name: "Map", scopes: ["project:read"], expires_at: daysFromNow(30) }
  })),
  "tokens.get": made("token_id", newToken),
  "tokens.revoke": made("token_id", newToken),
  "clients.revoke": made("connection_id", newConnection),
  "consents.get": says(() => foreignConsent),
  "consents.decide": says(({ project }) => ({
    ...foreignConsent,
    body: { allow: true, scopes: ["project:read"], project_ids: [project] }
  })),
  "users.create": says(() => ({ body: { email: `${key()}@example.org`, name: "Ines" } })),
  "users.get": made("user_id", newUser),
  "users.update": made("user_id", newUser, { body: { name: "Ines" } }),
  "ingest.http": says((stage) => ({ params: { data_source_id: stage.source.id }, body: [report(stage)] })),
  "ingest.addressed": says((stage) => ({
    params: { data_source_id: stage.source.id, token: stage.source.token },
    body: [report(stage)]
  })),
  "ingest.phone": says(phone),
  "ingest.phonePost": says(phone),
  "login.login": says(({ visitor }) => ({ body: { email: visitor.person.email, password: PASSWORD } }))
}

/** The request of a route, whole. */
export interface Asked extends Sample {
  readonly params: Readonly<Record<string, string>>
}

/**
 * What its owner sends to a route. A route that says too little here fails, and the message says what is
 * missing.
 */
export const sampleOf = Effect.fnUntraced(function* ({ endpoint, name, names }: Route, stage: Stage) {
  const make = samples[name]
  if (make === undefined && endpoint.payload.size > 0)
    return yield* Effect.die(
      new Error(
        `${name} takes a body: say in test/support/http/samples.ts what its owner sends, so that it is ` +
          `tested who may`
      )
    )
  const sample = make === undefined ? {} : yield* make(stage)
  const params = { ...stage.ids, ...sample.params }
  const unknown = names.filter((each) => params[each] === undefined)
  if (unknown.length > 0)
    return yield* Effect.die(
      new Error(
        `${name} names :${unknown.join(", :")} in its path: say in test/support/http/samples.ts what stands for it`
      )
    )
  return { ...sample, params: Object.fromEntries(names.map((each) => [each, params[each]!])) } satisfies Asked
})

/** Path and query of a request, below `/api/v1`. */
export const urlOf = ({ path }: Route, { params, query = {} }: Asked): string => {
  const search = new URLSearchParams(query).toString()
  return (
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)) +
    (search === "" ? "" : `?${search}`)
  )
}

/** Sends a request to a route. Of a stream that would never end the head is the answer. */
const sendTo = Effect.fnUntraced(function* ({ method, path }: Route, below: string, sent: Sent) {
  const { send, url } = yield* TestServer
  if (!path.endsWith("/stream")) return yield* send(method, below, sent)
  const token = sent.token === undefined ? ADMIN_TOKEN : sent.token
  return yield* Effect.promise(async (signal): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${below}`, {
      signal,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...sent.headers }
    })
    const { headers, status } = response
    if (status !== 200) return { status, headers, body: await response.json() }
    await response.body!.cancel()
    return { status, headers, body: "" }
  })
})

const bodyOf = ({ body }: Asked) => (body === undefined ? {} : { body })

/** Sends a request with a bearer token, or with none. */
export const askWith = (token: string | null) => (route: Route, asked: Asked) =>
  sendTo(route, urlOf(route, asked), { ...bodyOf(asked), token })

/**
 * Sends to a path below `/api/v1` as the owner of what the route is about: the project's admin, a server
 * admin, somebody with an account, or a data source.
 */
export const sendAsOwner = (
  route: Route,
  stage: Stage,
  below: string,
  sent: Omit<Sent, "token">
): Effect.Effect<Answer, never, TestServer> => {
  switch (route.need) {
    case "server_admin":
      return sendTo(route, below, sent)
    case "account":
      return stage.visitor.ask(route.method, below, sent)
    case "source_token":
      return sendTo(route, below, { ...sent, token: stage.source.token })
    case "nothing":
      return sendTo(route, below, { ...sent, token: null })
    default:
      return sendTo(route, below, { ...sent, token: stage.admin.token })
  }
}

/** Sends a request as the owner of what the route is about. */
export const askAsOwner = (route: Route, stage: Stage, asked: Asked) =>
  sendAsOwner(route, stage, urlOf(route, asked), bodyOf(asked))
