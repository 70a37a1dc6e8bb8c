// Visibility as SQL conditions, to be spread into `pg.and([...])`. A caller who sees the whole project (null)
// gets none, so that their statements need no condition. Scopes are resolved to lists of ids elsewhere.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument, Scope } from "../../domain/rule/Document.ts"
import { uuids } from "../sql/arrays.ts"

type Conditions = ReadonlyArray<Fragment>

const among = (sql: SqlClient.SqlClient, column: string, ids: ReadonlyArray<string>): Fragment =>
  sql`${sql.literal(column)} = any(${uuids(ids)})`

/** Returns the disjunction of conditions; of none it is false. */
const anyOf = (sql: SqlClient.SqlClient, conditions: Conditions): Fragment =>
  conditions.length === 0 ? sql.literal("false") : sql.or(conditions)

/** The column `id` is of something that is seen: an entity, a device itself, a group. */
export const seenOnes = (
  sql: SqlClient.SqlClient,
  visibility: Visibility,
  of: keyof NonNullable<Visibility>,
  id: string
): Conditions => (visibility === null ? [] : [among(sql, id, visibility[of])])

/** Rows `alias` with `entity_id` and `device_id` are seen: records, events, alerts, traces, assignments. */
export const seenRecords = (sql: SqlClient.SqlClient, visibility: Visibility, alias: string): Conditions =>
  visibility === null
    ? []
    : [
        anyOf(sql, [
          ...(visibility.entities.length === 0
            ? []
            : [among(sql, `${alias}.entity_id`, visibility.entities)]),
          ...(visibility.devices.length === 0 ? [] : [among(sql, `${alias}.device_id`, visibility.devices)])
        ])
      ]

/** The column `id` is of a subject of rules that is seen: an entity, or a device without one. */
export const seenSubjects = (sql: SqlClient.SqlClient, visibility: Visibility, id: string): Conditions =>
  visibility === null ? [] : [among(sql, id, [...visibility.entities, ...visibility.devices])]

/** Rows `alias` with `project_id`, `entity_id` and `device_id`, of any project, are seen. */
export const reachedRecords = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions =>
  reach === null
    ? []
    : [
        anyOf(
          sql,
          reach.map(({ projectId, visibility }) =>
            sql.and([
              sql`${sql.literal(`${alias}.project_id`)} = ${projectId}::uuid`,
              ...seenRecords(sql, visibility, alias)
            ])
          )
        )
      ]

/**
 * Rows `alias` of traces that belong to no project and are seen by members who see the projects `whole` as a
 * whole: items that a source of these projects refused, of a device that is unknown, or kept by one of them
 * or by no project. A member with a scope sees none of them, because they are about none of its animals.
 * `every`: only of sources that serve no other project.
 */
const refusedAtSources = (
  sql: SqlClient.SqlClient,
  whole: ReadonlyArray<string>,
  alias: string,
  every: boolean
): Fragment => {
  const column = (name: string) => sql.literal(`${alias}.${name}`)
  return sql`(${column("project_id")} is null and ${column("kind")} = 'ingest'
    and exists (
      select from data_sources o
      where o.id = ${column("data_source_id")} and o.project_ids && ${uuids(whole)}
        and (${!every} or o.project_ids <@ ${uuids(whole)})
    )
    and ${ofNoOtherProject(sql, whole, alias)})`
}

/** Rows `alias` of traces are of a device that is unknown, or kept by one of the projects `whole` or by none. */
export const ofNoOtherProject = (
  sql: SqlClient.SqlClient,
  whole: ReadonlyArray<string>,
  alias: string
): Fragment => {
  const device = sql.literal(`${alias}.device_id`)
  return sql`(${device} is null or exists (
    select from devices k
    where k.id = ${device} and (k.kept_by = '{}' or ${kept(sql, "k", whole)})
  ))`
}

const tracesOf = (sql: SqlClient.SqlClient, reach: Reach, alias: string, every: boolean): Conditions => {
  if (reach === null) return []
  const wholeProjectIds = wholeProjects(reach)
  const records = reachedRecords(sql, reach, alias)
  return wholeProjectIds.length === 0
    ? records
    : [sql.or([...records, refusedAtSources(sql, wholeProjectIds, alias, every)])]
}

/** Rows `alias` of traces, of any project or of none, are seen. */
export const reachedTraces = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions =>
  tracesOf(sql, reach, alias, false)

/**
 * Rows `alias` of traces whose report may be sent again: those that are seen, but of a source that serves
 * another project too only those that belong to a project, because the report may be the other project's by
 * now.
 */
export const resendableTraces = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions =>
  tracesOf(sql, reach, alias, true)

/** Returns the projects of a reach that are seen as a whole. */
export const wholeProjects = (reach: NonNullable<Reach>): ReadonlyArray<string> =>
  reach.flatMap(({ projectId, visibility }) => (visibility === null ? [projectId] : []))

const kept = (sql: SqlClient.SqlClient, alias: string, whole: ReadonlyArray<string>): Fragment =>
  sql`${sql.literal(`${alias}.kept_by`)} && ${uuids(whole)}`

/**
 * Devices `alias` are seen: in a project that is seen as a whole, those that belong to it (now or later; one
 * that belongs to none, to its last project); in another project, its gear.
 */
export const reachedDevices = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions => {
  if (reach === null) return []
  const id = sql.literal(`${alias}.id`),
    wholeProjectIds = wholeProjects(reach)
  const belongs = sql`exists (select from project_assignments b where b.device_id = ${id}
    and ${among(sql, "b.project_id", wholeProjectIds)} and (b.valid_to is null or b.valid_to > now()))`
  const belonged = sql`(${kept(sql, alias, wholeProjectIds)}
    and exists (select from project_assignments l where l.device_id = ${id}))`
  return [
    sql.or([
      belongs,
      belonged,
      among(
        sql,
        `${alias}.id`,
        reach.flatMap(({ visibility }) => visibility?.gear ?? [])
      )
    ])
  ]
}

/** Devices `alias` that no project keeps and that have sent nothing, so that taking one takes no data. */
const unkeptWithoutRecords = (sql: SqlClient.SqlClient, alias: string): Fragment => {
  const none = ["positions", "measurements", "device_states"]
    .map((table) => `not exists (select from ${table} s where s.device_id = ${alias}.id)`)
    .join(" and ")
  return sql.literal(`(${alias}.kept_by = '{}' and ${none})`)
}

const reachedOrKept = (sql: SqlClient.SqlClient, reach: Reach, alias: string, more: Conditions): Conditions =>
  reach === null || wholeProjects(reach).length === 0
    ? reachedDevices(sql, reach, alias)
    : [sql.or([...reachedDevices(sql, reach, alias), kept(sql, alias, wholeProjects(reach)), ...more])]

/**
 * Devices `alias` that are seen when named by id: as `reachedDevices`; a device in no project also by members
 * who see the project that keeps it as a whole, and a device that no project keeps by members who see any
 * project as a whole.
 */
export const namedDevices = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions =>
  reachedOrKept(sql, reach, alias, [unkeptWithoutRecords(sql, alias)])

/**
 * Devices `alias` that may be taken over when named by id: as `namedDevices`, and those that their project
 * has released.
 */
export const offeredDevices = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions =>
  reachedOrKept(sql, reach, alias, [
    unkeptWithoutRecords(sql, alias),
    sql.literal(`${alias}.released_at is not null`)
  ])

/**
 * Devices `alias` that a project may put on an animal without having had them: those in no project that it
 * keeps, or that no project keeps.
 */
export const newDevices = (sql: SqlClient.SqlClient, projectId: string, alias: string): Fragment =>
  sql`(not exists (select from project_assignments n where n.device_id = ${sql.literal(`${alias}.id`)})
    and (${projectId}::uuid = any(${sql.literal(`${alias}.kept_by`)}) or ${unkeptWithoutRecords(sql, alias)}))`

/**
 * Data sources `alias` that are seen: those that serve no particular project, by all; others by callers who
 * reach a project that they serve.
 */
export const reachedSources = (sql: SqlClient.SqlClient, reach: Reach, alias: string): Conditions => {
  const projects = sql.literal(`${alias}.project_ids`)
  return reach === null
    ? []
    : [sql`(${projects} = '{}' or ${projects} && ${uuids(reach.map((place) => place.projectId))})`]
}

const limitedKeys = { entity_ids: "entities", device_ids: "gear", group_ids: "groups" } as const
const isLimited = (key: string): key is keyof typeof limitedKeys => Object.hasOwn(limitedKeys, key)

/** Returns a rule's scope without the ids that are not seen. */
const seenScope = (limits: NonNullable<Visibility>, scope: Scope): Scope =>
  Object.fromEntries(
    Object.entries(scope).map(([key, ids]: readonly [string, ReadonlyArray<string>]) => [
      key,
      isLimited(key) ? ids.filter((id) => limits[limitedKeys[key]].includes(id)) : ids
    ])
  )

/** Returns a rule document as the caller sees it. */
export const seenDocument = (visibility: Visibility, document: CanonicalDocument): CanonicalDocument =>
  visibility === null ? document : { ...document, scope: seenScope(visibility, document.scope) }

/** Whether a rule document names a subject or a group that the caller does not see. */
const namesUnseen = (limits: NonNullable<Visibility>, { scope }: CanonicalDocument): boolean =>
  Object.entries(seenScope(limits, scope)).some(
    ([key, ids]) => ids.length < scope[key as keyof Scope]!.length
  )

/**
 * Whether a rule may evaluate a subject that the caller does not see: it cannot, where its scope is seen
 * entities or whole seen groups.
 */
const reachesUnseen = (
  { entities, folders }: NonNullable<Visibility>,
  { scope: { entity_ids, group_ids } }: CanonicalDocument
): boolean =>
  entity_ids?.every((id) => entities.includes(id)) !== true &&
  group_ids?.every((id) => folders.includes(id)) !== true

/** Whether a rule document is about more than the caller sees: it names or may evaluate an unseen subject. */
export const isBeyond = (visibility: Visibility, document: CanonicalDocument): boolean =>
  visibility !== null && (namesUnseen(visibility, document) || reachesUnseen(visibility, document))
