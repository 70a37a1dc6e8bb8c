// Random projects for members with a scope: a tree of groups, entities in it, devices that go from one to
// another, and of every kind of record some about each of them. What a member sees is worked out here once
// more, from the plain words of the rules, to compare with. Names and titles hold the id of what they are of,
// and places a number nobody else has: whatever is told of something is found in a text.
import { Effect, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { COW, square } from "./tracking.ts"

const Index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
const Maybe = Schema.NullOr(Index)
const few = <S extends Schema.Top>(of: S, minimum = 0) =>
  Schema.Array(of).check(Schema.isMinLength(minimum), Schema.isMaxLength(5))

/** Indices are taken modulo what there is. */
export const ScopedWorld = Schema.Struct({
  /** the parent of each group, among those before it */
  groups: few(Maybe),
  /** the group of each entity */
  entities: few(Maybe, 1),
  /** on whom each device was the day before yesterday, yesterday, and is now */
  devices: few(Schema.Tuple([Maybe, Maybe, Maybe]), 1),
  scope: Schema.Struct({ groups: few(Index), entities: few(Index), devices: few(Index) })
})
export type ScopedWorld = typeof ScopedWorld.Type

const DAY_MS = 86_400_000
const NOW = Date.now()
const moment = (daysAgo: number, minutes = 0) =>
  new Date(NOW - daysAgo * DAY_MS + minutes * 60_000).toISOString()

type Columns = Readonly<Record<string, unknown>>

/** A row of some table, and whom it is about. */
interface About {
  readonly id: string
  readonly entity: string | null
  readonly device: string | null
}

let places = 100_000
/** A longitude that no other record has, of six digits. */
const newPlace = () => 10 + (++places * 10 + 7) / 1e7

const at = <A>(list: ReadonlyArray<A>, index: number | null): A | null =>
  index === null || list.length === 0 ? null : list[index % list.length]!

/** What was planted, and what of it the member sees. Every text stands for something. */
export interface Planted {
  readonly project: string
  readonly scope: {
    readonly groups: ReadonlyArray<string>
    readonly entities: ReadonlyArray<string>
    readonly devices: ReadonlyArray<string>
  }
  /** ids by the name of the path or query member that takes them */
  readonly ids: Readonly<Record<string, ReadonlyArray<string>>>
  /** what is in lists of the kind for the member, by the last word of its path */
  readonly seen: Readonly<Record<string, ReadonlyArray<string>>>
  /** texts that no answer to the member may hold */
  readonly hidden: ReadonlyArray<string>
}

const resultOf = (mark: string) => ({
  version: 1,
  module: "movement",
  method_version: "movement/1",
  subjects: [],
  periods: [],
  summary: {},
  tables: [],
  charts: [],
  geometries: {},
  warnings: [],
  provenance: { mark }
})

/**
 * Finished exports of somebody (null: nobody in particular), with a file in which the mark stands; `seen`:
 * what their maker saw (null: everything).
 */
export const plantExports = Effect.fnUntraced(function* (
  project: string,
  made: ReadonlyArray<{ readonly id: string; readonly mark: string; readonly entity: string }>,
  userId: string | null,
  seen: object | null
) {
  const sql = yield* SqlClient.SqlClient
  for (const { entity, id, mark } of made) {
    const parameters = {
      dataset: "positions",
      format: "json",
      entity_ids: [entity],
      device_ids: null,
      include_invalid: false,
      sources: "device",
      file_name: `${id}.json`,
      seen
    }
    const text = JSON.stringify([{ mark }])
    yield* sql`insert into jobs (id, kind, status, project_id, parameters, time_from, time_to, records_total,
      records_done, result, finished_at, expires_at, created_by_user_id)
      values (${id}::uuid, 'export', 'completed', ${project}::uuid,
        ${JSON.stringify(parameters)}::text::jsonb, '2026-05-01Z', '2026-06-01Z', 1, 1,
        jsonb_build_object('size_bytes', ${text.length}::int4, 'sha256',
          encode(sha256(${text}::text::bytea), 'hex')), now(), now() + interval '1 day', ${userId}::uuid)`
    yield* sql`insert into export_chunks (job_id, n, bytes) values (${id}::uuid, 0, ${text}::text::bytea)`
  }
})

/** Writes a world into the database, as a project of its own. */
export const plant = Effect.fnUntraced(function* (world: ScopedWorld) {
  const sql = yield* SqlClient.SqlClient
  const put = (table: string, rows: ReadonlyArray<Columns>) =>
    rows.length === 0
      ? Effect.void
      : Effect.suspend(() => {
          const columns = sql.literal(Object.keys(rows[0]!).join(", "))
          return sql`insert into ${sql.literal(table)} (${columns}) select ${columns}
            from jsonb_populate_recordset(null::${sql.literal(table)}, ${JSON.stringify(rows)}::text::jsonb)`
        })
  const project_id = v7()
  yield* put("projects", [
    { id: project_id, slug: `p-${project_id}`, name: `Project ${project_id}`, timezone: "UTC" }
  ])

  const groups = world.groups.map(() => v7())
  const parents = world.groups.map((parent, i) => at(groups.slice(0, i), parent))
  yield* put(
    "groups",
    groups.map((id, i) => ({ id, project_id, parent_id: parents[i], name: `Group ${id}` }))
  )
  const entities = world.entities.map((group) => ({ id: v7(), group: at(groups, group) }))
  yield* put(
    "entities",
    entities.map(({ group, id }) => ({
      id,
      project_id,
      entity_type_id: COW,
      group_id: group,
      name: `Cow ${id}`
    }))
  )
  const ids = entities.map((e) => e.id)
  const devices = world.devices.map((worn) => ({ id: v7(), worn: worn.map((index) => at(ids, index)) }))
  yield* put(
    "devices",
    devices.map(({ id }) => ({ id, name: `Collar ${id}` }))
  )
  const stays = devices.map(({ id }): About => ({ id: v7(), entity: null, device: id }))
  yield* put(
    "project_assignments",
    stays.map(({ device, id }) => ({ id, device_id: device, project_id, valid_from: moment(3) }))
  )
  const feature = v7()
  yield* put("features", [
    {
      id: feature,
      project_id,
      feature_type: "zone",
      name: "Meadow",
      geometry: square(0, 0),
      changed_at_version: 1
    }
  ])
  const source = v7()
  yield* put("data_sources", [
    {
      id: source,
      name: `Source ${source}`,
      adapter_key: "generic_http",
      project_ids: [project_id],
      token_hash: `\\x${source.replaceAll("-", "")}${source.replaceAll("-", "")}`
    }
  ])
  const identities = devices.map(({ id }): About => ({ id: v7(), entity: null, device: id }))
  yield* put(
    "device_identities",
    identities.map((i) => ({
      id: i.id,
      device_id: i.device,
      data_source_id: source,
      external_id: `ext ${i.id}`
    }))
  )
  const unknown = v7()
  yield* put("unknown_identities", [
    {
      id: unknown,
      data_source_id: source,
      external_id: `ext ${unknown}`,
      first_seen_at: moment(1),
      last_seen_at: moment(1)
    }
  ])

  const worn = devices.flatMap(({ id, worn }) =>
    worn.map((entity, day) => ({
      device: id,
      entity,
      from: moment(3 - day),
      to: day === 2 ? null : moment(2 - day)
    }))
  )
  const assignments = worn.flatMap(({ entity, ...w }) =>
    entity === null ? [] : [{ id: v7(), entity, ...w }]
  )
  yield* put(
    "entity_assignments",
    assignments.map((a) => ({
      id: a.id,
      device_id: a.device,
      project_id,
      entity_id: a.entity,
      valid_from: a.from,
      valid_to: a.to
    }))
  )

  // a fix, a value and an event of each device in each of its days, and besides an event of each entity and
  // one of nobody
  const fixes = worn.map((w, i) => ({ ...w, id: v7(), place: newPlace(), time: moment(3 - (i % 3), 30) }))
  yield* put(
    "positions",
    fixes.map((f) => ({
      device_id: f.device,
      project_id,
      entity_id: f.entity,
      record_type: "gnss",
      original_time: f.time,
      lon: f.place,
      lat: 50,
      received_at: f.time,
      batch_id: 1,
      attributes: { mark: f.id }
    }))
  )
  const values = worn.map((w, i) => ({ ...w, id: v7(), time: moment(3 - (i % 3), 30) }))
  yield* put(
    "measurements",
    values.map((v) => ({
      device_id: v.device,
      project_id,
      entity_id: v.entity,
      metric_key: "mark",
      original_time: v.time,
      value_text: v.id,
      received_at: v.time,
      batch_id: 1
    }))
  )
  const arrivals = fixes.map((f): About => ({ id: v7(), entity: f.entity, device: f.device }))
  yield* put(
    "arrivals",
    arrivals.map((a) => ({
      id: a.id,
      received_at: moment(0),
      data_source_id: source,
      project_id,
      entity_id: a.entity,
      device_id: a.device,
      external_id: "collar",
      status: "accepted",
      payload: { mark: a.id }
    }))
  )
  const events = [
    ...fixes,
    ...ids.map((entity) => ({ entity, device: null, time: moment(0, -5), place: newPlace() })),
    { entity: null, device: null, time: moment(0, -4), place: newPlace() }
  ].map((e) => ({ ...e, id: v7(), alert: v7(), delivery: v7(), trace: v7(), rule: v7() }))
  const rule = v7(),
    narrow = v7(),
    automation = v7()
  const document = (scope: object) => ({
    schema_version: 1,
    trigger: { kind: "position" },
    scope,
    conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
    for_seconds: 0,
    cooldown_seconds: 0,
    event: { event_type: "SEEN", severity: "info", title: "{entity}", create_alert: true }
  })
  const failing = ids[0]!
  const named = { entity_ids: ids, device_ids: devices.map((d) => d.id), group_ids: groups }
  yield* sql.withTransaction(
    Effect.all([
      put(
        "rules",
        [rule, narrow].map((id) => ({
          id,
          project_id,
          name: `Rule ${id}`,
          enabled: true,
          current_version: 1,
          blank_from_version: 1,
          last_error: `of ${failing}`,
          last_error_at: moment(1),
          last_error_subject_id: failing
        }))
      ),
      put("rule_versions", [
        { rule_id: rule, version: 1, document: document({}), runnable: true },
        { rule_id: narrow, version: 1, document: document(named), runnable: true }
      ]),
      put(
        "rule_activations",
        [rule, narrow].map((rule_id) => ({ rule_id, rule_set_version: 1, version: 1, blank_from_version: 1 }))
      )
    ])
  )
  yield* put(
    "events",
    events.map((e) => ({
      id: e.id,
      project_id,
      event_key: `\\x${e.id.replaceAll("-", "").repeat(2)}`,
      time: e.time,
      event_type: "SEEN",
      severity: "info",
      title: `Event ${e.id}`,
      lon: e.place,
      lat: 50,
      entity_id: e.entity,
      entity_name: e.entity === null ? null : `Cow ${e.entity}`,
      device_id: e.device,
      device_name: e.device === null ? null : `Collar ${e.device}`,
      source_kind: "user",
      trace_id: e.trace,
      context: { mark: e.id }
    }))
  )
  yield* put(
    "alerts",
    events.map((e) => ({
      id: e.alert,
      event_id: e.id,
      project_id,
      severity: "info",
      title: `Alert ${e.alert}`,
      entity_id: e.entity,
      device_id: e.device
    }))
  )
  yield* put(
    "processing_traces",
    events.map((e) => ({
      id: e.trace,
      kind: "rule",
      status: "ok",
      started_at: new Date().toISOString(),
      project_id,
      device_id: e.device,
      entity_id: e.entity,
      event_id: e.id,
      steps: [{ name: e.trace, status: "ok" }]
    }))
  )
  yield* put("automations", [
    { id: automation, project_id, name: "Tell", enabled: false, entity_ids: ids, actions: [] }
  ])
  yield* put(
    "deliveries",
    events.map((e) => ({
      id: e.delivery,
      project_id,
      event_id: e.id,
      automation_id: automation,
      automation_name: "Tell",
      action_id: v7(),
      action_type: "email",
      target: `${e.delivery}@example.org`,
      lane: "mail",
      status: "sent",
      finished_at: moment(0)
    }))
  )
  yield* put(
    "event_stream",
    events.flatMap((e) => [
      { project_id, type: "event.created", entity_id: e.entity, device_id: e.device, object_id: e.id },
      { project_id, type: "alert.created", entity_id: e.entity, device_id: e.device, object_id: e.alert }
    ])
  )

  const subjects = [...ids, ...devices.map((d) => d.id)]
  yield* put(
    "rule_states",
    subjects.map((subject_id) => ({
      rule_id: rule,
      subject_id,
      partition: 0,
      version: 1,
      blank_from_version: 1,
      active: true,
      last_fired_at: moment(1)
    }))
  )
  yield* put(
    "subject_placements",
    subjects.map((subject_id) => ({
      subject_id,
      partition: 0,
      project_id,
      filter_key: "",
      rule_set_version: 1,
      inside: []
    }))
  )
  yield* put(
    "rule_snoozes",
    ids.map((id) => ({ rule_id: rule, entity_id: id, until: moment(-1), actor_kind: "system" }))
  )
  yield* put(
    "rule_snoozes",
    devices.map(({ id }) => ({ rule_id: rule, device_id: id, until: moment(-1), actor_kind: "system" }))
  )
  const runs = [...ids.map((id) => ({ id: v7(), subjects: [id] })), { id: v7(), subjects: ids }]
  yield* put(
    "analysis_runs",
    runs.map((r) => ({
      id: r.id,
      project_id,
      module: "movement",
      parameters: { entity_ids: r.subjects },
      subject_ids: r.subjects,
      method_version: "movement/1",
      name: `Run ${r.id}`,
      status: "completed",
      finished_at: moment(0),
      result: resultOf(r.id)
    }))
  )
  yield* put(
    "analysis_geometries",
    runs.flatMap((r) =>
      r.subjects.map((subject_id) => ({
        run_id: r.id,
        kind: "track_summary",
        subject_id,
        label: r.id,
        geom: square(0, 0)
      }))
    )
  )

  const curations = fixes.map((f) => ({ id: v7(), entity: f.entity, device: f.device, fix: f.id }))
  yield* put(
    "curations",
    curations.map((c) => ({
      id: c.id,
      project_id,
      device_id: c.device,
      selection: {},
      change: { valid: true },
      reason: `Curation ${c.fix}`,
      positions: 1
    }))
  )
  yield* sql`insert into curated_positions (curation_id, position_id, original_time)
    select c.id, p.id, p.original_time from curations c join positions p on p.project_id = c.project_id
      and c.reason = 'Curation ' || (p.attributes ->> 'mark') where c.project_id = ${project_id}::uuid`
  const jobs = devices.map(({ id }): About => ({ id: v7(), entity: null, device: id }))
  yield* put(
    "jobs",
    jobs.map((j) => ({
      id: j.id,
      kind: "attribution",
      status: "completed",
      device_id: j.device,
      parameters: {},
      records_done: 0,
      counts: {},
      created_at: moment(1),
      finished_at: moment(0),
      attempts: 1,
      epoch: 1,
      due_at: moment(1)
    }))
  )
  const exported = entities.map((e) => ({ id: v7(), mark: v7(), entity: e.id }))
  yield* plantExports(project_id, exported, null, null)

  // what the member sees, once more
  const scope = {
    groups: [...new Set(world.scope.groups.flatMap((i) => at(groups, i) ?? []))],
    entities: [...new Set(world.scope.entities.flatMap((i) => at(ids, i) ?? []))],
    devices: [...new Set(world.scope.devices.flatMap((i) => at(devices, i)?.id ?? []))]
  }
  const folders = new Set(scope.groups)
  // a group lies in one that was made before it
  for (const [i, id] of groups.entries()) if (parents[i] !== null && folders.has(parents[i]!)) folders.add(id)
  const mine = entities.filter(
    (e) => scope.entities.includes(e.id) || (e.group !== null && folders.has(e.group))
  )
  const entityIds = mine.map((e) => e.id)
  const gear = devices.filter((d) => scope.devices.includes(d.id) || entityIds.includes(d.worn[2] ?? ""))
  const sees = ({ device, entity }: Omit<About, "id">) =>
    (entity !== null && entityIds.includes(entity)) || (device !== null && scope.devices.includes(device))
  const seenEvents = events.filter(sees),
    seenFixes = fixes.filter(sees)
  const seen = {
    groups: groups.filter((id) => folders.has(id) || mine.some((e) => e.group === id)),
    entities: entityIds,
    devices: gear.map((d) => d.id),
    "entity-assignments": assignments.filter(sees).map((a) => a.id),
    events: seenEvents.map((e) => e.id),
    alerts: seenEvents.map((e) => e.alert),
    traces: seenEvents.map((e) => e.trace),
    deliveries: seenEvents.map((e) => e.delivery),
    positions: seenFixes.map((f) => f.id),
    measurements: values.filter(sees).map((v) => v.id),
    traffic: arrivals.filter(sees).map((a) => a.id),
    curations: curations.filter(sees).map((c) => c.id),
    exports: [] as ReadonlyArray<string>,
    analyses: runs.filter((r) => r.subjects.every((id) => entityIds.includes(id))).map((r) => r.id)
  }
  const all = {
    groups,
    entities: ids,
    devices: devices.map((d) => d.id),
    identities: identities.map((i) => i.id),
    assignments: assignments.map((a) => a.id),
    stays: stays.map((s) => s.id),
    events: events.map((e) => e.id),
    alerts: events.map((e) => e.alert),
    traces: events.map((e) => e.trace),
    deliveries: events.map((e) => e.delivery),
    runs: runs.map((r) => r.id),
    fixes: fixes.map((f) => f.id),
    values: values.map((v) => v.id),
    arrivals: arrivals.map((a) => a.id),
    curations: curations.map((c) => c.id),
    jobs: jobs.map((j) => j.id),
    exports: exported.flatMap(({ id, mark }) => [id, mark]),
    places: [...events, ...fixes].map((f) => String(f.place)),
    unknown: [unknown]
  }
  // a record that is seen is seen whole: it names its entity and its device
  const byRecords = [...assignments, ...fixes, ...values, ...events]
    .filter(sees)
    .flatMap((r) => [r.entity, r.device])
  const told = new Set([
    ...Object.values(seen).flat(),
    ...byRecords,
    ...[...identities, ...stays, ...jobs].filter((i) => gear.some((d) => d.id === i.device)).map((i) => i.id),
    ...[...seenEvents, ...seenFixes].map((f) => String(f.place))
  ])
  return {
    project: project_id,
    scope,
    seen,
    hidden: Object.values(all)
      .flat()
      .filter((text) => !told.has(text)),
    ids: {
      project_id: [project_id],
      group_id: groups,
      parent_id: groups,
      entity_id: ids,
      entity_ids: ids,
      device_id: all.devices,
      subject_id: subjects,
      identity_id: all.identities,
      assignment_id: [...all.assignments, ...all.stays],
      rule_id: [rule, narrow],
      event_id: all.events,
      alert_id: all.alerts,
      trace_id: all.traces,
      delivery_id: all.deliveries,
      automation_id: [automation],
      run_id: all.runs,
      data_source_id: [source],
      feature_id: [feature],
      curation_id: all.curations,
      job_id: all.jobs,
      export_id: exported.map(({ id }) => id),
      entity_type_id: [COW],
      metric_key: ["temperature_c"],
      role_key: ["viewer"],
      version: ["1"]
    }
  } satisfies Planted
})

/**
 * Herd and, in it, Sub are the scope; Alma is in Herd, Wolf in Pack, Bare in no group. The first collar was
 * on Wolf and is on Alma, the second is on Wolf.
 */
export const STORY: ScopedWorld = {
  groups: [null, 0, null],
  entities: [0, 2, null],
  devices: [
    [1, 0, 0],
    [1, 1, 1],
    [2, 2, null]
  ],
  scope: { groups: [0], entities: [], devices: [] }
}

/** Of the story, one id of each kind that is about Wolf alone: not for a member with that scope. */
export const hiddenOf = ({ ids }: Planted) => ({
  entity_id: ids["entity_id"]![1]!,
  device_id: ids["device_id"]![1]!,
  group_id: ids["group_id"]![2]!,
  assignment_id: ids["assignment_id"]![0]!,
  identity_id: ids["identity_id"]![1]!,
  event_id: ids["event_id"]![0]!,
  alert_id: ids["alert_id"]![0]!,
  delivery_id: ids["delivery_id"]![0]!,
  trace_id: ids["trace_id"]![0]!,
  run_id: ids["run_id"]![1]!,
  curation_id: ids["curation_id"]![3]!,
  job_id: ids["job_id"]![1]!,
  export_id: ids["export_id"]![0]!
})

/** Gives somebody a role in the project, in a scope. */
export const addMember = Effect.fnUntraced(function* (
  userId: string,
  { project, scope }: Pick<Planted, "project" | "scope">,
  role = "admin"
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into members (project_id, user_id, role, scope_groups, scope_entities, scope_devices)
    values
    (${project}::uuid, ${userId}::uuid, ${role}, ${scope.groups}::uuid[], ${scope.entities}::uuid[],
      ${scope.devices}::uuid[])`
})
