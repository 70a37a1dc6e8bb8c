// Who is tracked, and how they are now.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Animal = Answer<"GET", "/projects/:project_id/entities/:entity_id">
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

/** One entity as it is now. */
export const animal = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "one", entityId],
    queryFn: read(projectId, entityId, { include: BOTH }),
    refetchInterval: 30_000
  })

/** What it is and is called, which hardly changes: not asked for where it is known as it is now. */
export const entity = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "named", entityId],
    queryFn: read(projectId, entityId, {}),
    initialData: () => queryClient.getQueryData(animal(projectId, entityId).queryKey),
    staleTime: 3_600_000
  })

export type Reporting = NonNullable<Animal["now"]>["reporting"]
export type AnimalSort = "name" | "last_fix" | "alert"

export interface AnimalFilter {
  readonly q?: string
  readonly reporting?: Reporting
  readonly entity_type_id?: string
  readonly group_id?: string
  /** a feature that holds the newest fix */
  readonly inside?: string
  readonly status?: Animal["status"]
  readonly sort: AnimalSort
}

/** Rows of one page of the list. */
const ROWS = 50

/** The list, page after page. */
export const animals = (projectId: string, filter: AnimalFilter) =>
  infiniteQueryOptions({
    queryKey: ["animals", projectId, "list", filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/entities/", {
        params: { project_id: projectId },
        query: {
          ...filter,
          include: BOTH,
          limit: ROWS,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId),
    refetchInterval: 60_000
  })

/** Most groups to choose from. */
const GROUPS = 200

export const groups = (projectId: string) =>
  queryOptions({
    queryKey: ["groups", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (
        await call("GET", "/projects/:project_id/groups/", { params, query: { limit: GROUPS }, signal })
      ).items
    },
    staleTime: 300_000
  })

export const entityTypes = queryOptions({
  queryKey: ["entity types"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/entity-types/", { query: { limit: 500 }, signal })).items,
  staleTime: 3_600_000
})

/** Entities of a page of what is read whole. */
const ENTITIES_PER_PAGE = 500

/** allAnimals are everybody of the project, to choose from by name. */
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
