// What must be there before records come: each of these finds it, or makes it. Doing it again changes
// nothing.
import { Effect } from "effect"
import type { NewDevice } from "../domain/tracking/Device.ts"
import type { Entity, NewEntity } from "../domain/tracking/Entity.ts"
import type { NewGroup } from "../domain/tracking/Group.ts"
import type { NewFeature } from "../domain/tracking/Feature.ts"
import type { NewProject, Project } from "../domain/tracking/Project.ts"
import { coversSpan, type Span } from "../domain/tracking/coversSpan.ts"
import { Pugmark } from "./Pugmark.ts"
import { readAll } from "./readAll.ts"
import type { Source } from "./sendReports.ts"

/** Returns the oldest of several that fit; lists are newest first. */
const oldest = <A>(items: ReadonlyArray<A>, fits: (item: A) => boolean): A | undefined => items.findLast(fits)

/** The project with this slug or id, if the caller may see it. */
export const findProject = Effect.fnUntraced(function* (slugOrId: string) {
  const { projects } = yield* Pugmark
  const found = yield* readAll((query) => projects.list({ query }))
  return found.find((p) => p.slug === slugOrId || p.id === slugOrId)
})

/** Finds the project with this slug, or creates it. */
export const ensureProject = Effect.fnUntraced(function* (wanted: NewProject & { readonly slug: string }) {
  const { projects } = yield* Pugmark
  return (yield* findProject(wanted.slug)) ?? (yield* projects.create({ payload: wanted }))
})

/** The ids of the entity types, by key. */
export const entityTypeIds = Effect.gen(function* () {
  const { entityTypes } = yield* Pugmark
  const types = yield* readAll((query) => entityTypes.list({ query }))
  return new Map(types.map((t) => [t.key, t.id]))
})

/**
 * The source of this name for this project, with a token that opens it from now on (the one before goes on
 * for a while).
 */
export const ensureSource = Effect.fnUntraced(function* (
  url: string,
  project: Project,
  wanted: { readonly name: string; readonly config: { readonly history?: true } }
) {
  const { dataSources } = yield* Pugmark
  const found = oldest(
    yield* readAll((query) => dataSources.list({ query })),
    (s) => s.name === wanted.name && s.adapter_key === "generic_http" && s.project_ids.includes(project.id)
  )
  const { id, token } =
    found === undefined
      ? yield* dataSources.create({
          payload: { ...wanted, adapter_key: "generic_http", project_ids: [project.id] }
        })
      : yield* dataSources.rotateToken({ params: { data_source_id: found.id } })
  return { url, id, token } satisfies Source
})

/** The project's entities by name, those of `wanted` among them; of two with one name the older one. */
export const ensureEntities = Effect.fnUntraced(function* (
  project: Project,
  wanted: ReadonlyArray<NewEntity>
) {
  const { entities } = yield* Pugmark
  const params = { project_id: project.id }
  const byName = new Map(
    (yield* readAll((query) => entities.list({ params, query }))).map((e): readonly [string, Entity] => [
      e.name,
      e
    ])
  )
  for (const payload of wanted)
    if (!byName.has(payload.name)) byName.set(payload.name, yield* entities.create({ params, payload }))
  return byName
})

/** The project's group of this name and parent. */
export const ensureGroup = Effect.fnUntraced(function* (
  project: Project,
  wanted: NewGroup & { readonly parent_id: string | null }
) {
  const { groups } = yield* Pugmark
  const params = { project_id: project.id }
  const found = oldest(
    yield* readAll((query) => groups.list({ params, query })),
    (g) => g.name === wanted.name && g.parent_id === wanted.parent_id
  )
  return found ?? (yield* groups.create({ params, payload: wanted }))
})

/**
 * The project's features, those of `wanted` among them by type and name; the shape of one that is there
 * stays.
 */
export const ensureFeatures = Effect.fnUntraced(function* (
  project: Project,
  wanted: ReadonlyArray<NewFeature>
) {
  const { features } = yield* Pugmark
  const params = { project_id: project.id }
  const found = yield* readAll((query) => features.list({ params, query }))
  for (const payload of wanted) {
    if (!found.some((f) => f.name === payload.name && f.feature_type === payload.feature_type))
      yield* features.create({ params, payload })
  }
})

/** The id of the device that the sources call `external_id`. */
export const ensureDevice = Effect.fnUntraced(function* (
  sources: readonly [Source, ...ReadonlyArray<Source>],
  wanted: NewDevice & { readonly external_id: string }
) {
  const { devices } = yield* Pugmark
  const known = (source: Source) =>
    Effect.map(
      devices.list({ query: { limit: 1, data_source_id: source.id, external_id: wanted.external_id } }),
      ({ items }) => items[0]
    )
  const [first, ...others] = sources
  const device =
    (yield* known(first)) ?? (yield* devices.create({ payload: { ...wanted, data_source_id: first.id } }))
  for (const source of others) {
    if ((yield* known(source)) === undefined) {
      yield* devices.addIdentity({
        params: { device_id: device.id },
        payload: { data_source_id: source.id, external_id: wanted.external_id }
      })
    }
  }
  return device.id
})

/**
 * Puts a device into a project for a span. A span that another assignment holds fails with the server's
 * conflict.
 */
export const ensureInProject = Effect.fnUntraced(function* (deviceId: string, project: Project, span: Span) {
  const { projectAssignments } = yield* Pugmark
  const params = { device_id: deviceId }
  const found = yield* readAll((query) => projectAssignments.list({ params, query }))
  if (found.some((a) => a.project_id === project.id && coversSpan(a, span))) return
  yield* projectAssignments.create({
    params,
    payload: { project_id: project.id, valid_from: span.from, valid_to: span.to }
  })
})

/**
 * Puts a device on an entity for a span. A span that another assignment holds fails with the server's
 * conflict.
 */
export const ensureOnEntity = Effect.fnUntraced(function* (deviceId: string, entity: Entity, span: Span) {
  const { entityAssignments } = yield* Pugmark
  const params = { project_id: entity.project_id }
  const found = yield* readAll((query) =>
    entityAssignments.list({ params, query: { ...query, device_id: deviceId } })
  )
  if (found.some((a) => a.entity_id === entity.id && coversSpan(a, span))) return
  yield* entityAssignments.create({
    params,
    payload: { device_id: deviceId, entity_id: entity.id, valid_from: span.from, valid_to: span.to }
  })
})
