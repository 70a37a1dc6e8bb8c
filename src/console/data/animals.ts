// Queries of tracked entities and their current state.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { queryClient } from "./queryClient.ts"
import { pagesOf } from "./pagesOf.ts"

/** An entity with its current state. */
export type Animal = Answer<"GET", "/projects/:project_id/entities/:entity_id">
/** An entity type. */
export type EntityType = Answer<"GET", "/entity-types/">["items"][number]

const BOTH = "now,spark"

const read =
  (projectId: string, entityId: string, query: { readonly include?: string }) =>
  ({ signal }: { readonly signal: AbortSignal }) =>
    call("GET", "/projects/:project_id/entities/:entity_id", {
      params: { project_id: projectId, entity_id: entityId },
      query,
      signal
    })

/** One entity with its current state. */
export const animal = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "one", entityId],
    queryFn: read(projectId, entityId, { include: BOTH }),
    refetchInterval: 30_000
  })

/** Name and type of an entity, which hardly change: not refetched where the entity is in the cache. */
export const entity = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "named", entityId],
    queryFn: read(projectId, entityId, {}),
    initialData: () => queryClient.getQueryData(animal(projectId, entityId).queryKey),
    staleTime: 3_600_000
  })

/** Whether an entity reports in time. */
export type Reporting = NonNullable<Animal["now"]>["reporting"]
/** The order of the list. */
export type AnimalSort = "name" | "last_fix" | "alert"

/** The filter of the list, applied by the server. */
export interface AnimalFilter {
  readonly q?: string
  readonly reporting?: Reporting
  readonly entity_type_id?: string
  readonly group_id?: string
  /** id of a feature that contains the newest fix */
  readonly inside?: string
  readonly status?: Animal["status"]
  readonly sort: AnimalSort
}

/** ROWS_PER_PAGE is the number of rows per page of the list. */
const ROWS_PER_PAGE = 50

/** The list of entities, page by page. */
export const animals = (projectId: string, filter: AnimalFilter) =>
  pagesOf(["animals", projectId, "list", filter], "/projects/:project_id/entities/", {
    params: { project_id: projectId },
    query: { ...filter, include: BOTH, limit: ROWS_PER_PAGE },
    refetchInterval: 60_000
  })

/** MAX_GROUPS is the maximum number of groups to choose from. */
const MAX_GROUPS = 200

/** The project's groups. */
export const groups = (projectId: string) =>
  queryOptions({
    queryKey: ["groups", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (
        await call("GET", "/projects/:project_id/groups/", { params, query: { limit: MAX_GROUPS }, signal })
      ).items
    },
    staleTime: 300_000
  })

/** All entity types. */
export const entityTypes = queryOptions({
  queryKey: ["entity types"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/entity-types/", { query: { limit: 500 }, signal })).items,
  staleTime: 3_600_000
})

/** ENTITIES_PER_PAGE is the page size where all entities are read. */
const ENTITIES_PER_PAGE = 500

/** allAnimals are all entities of the project, to choose from by name. */
export const allAnimals = (projectId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "all"],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await everyPage((place) =>
        call("GET", "/projects/:project_id/entities/", {
          params,
          query: { limit: ENTITIES_PER_PAGE, ...place },
          signal
        })
      )
      return items
    },
    staleTime: 60_000
  })
