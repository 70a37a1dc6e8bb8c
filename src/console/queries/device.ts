// Devices: which there are, and of one who wore it, what it measured, and what goes on with its records.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Device = Answer<"GET", "/devices/:device_id">
export type Batch = Body<"POST", "/projects/:project_id/entity-assignments/batch">
export type Outcome = Answer<"POST", "/projects/:project_id/entity-assignments/preview">
export type DeviceDay = Answer<"GET", "/devices/:device_id/days">["items"][number]
export type DeviceEvent = Answer<"GET", "/projects/:project_id/events/">["items"][number]
export type Job = Answer<"GET", "/devices/:device_id/attribution-jobs">["items"][number]

/** Rows of one page of the list. */
const ROWS = 50
/** Items of a page of what is read whole. */
const MOST = 500
/** Assignments that a time line shows. */
const WORN = 200
/** Events that a time line shows. */
const EVENTS = 100
/** Jobs that a page shows. */
const JOBS = 3
/** Between two looks at a job that is not over, and at what may begin. */
const AT_WORK_MS = 1000
const AGAIN_MS = 10_000

/** Those that are in the project now, the newest first. */
export const devices = (projectId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["devices", projectId, q],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/devices/", {
        query: {
          project_id: projectId,
          limit: ROWS,
          ...(q === "" ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId)
  })

export const identitiesOf = (deviceId: string) =>
  queryOptions({
    queryKey: ["device identities", deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/devices/:device_id/identities", {
          params: { device_id: deviceId },
          query: { limit: ROWS },
          signal
        })
      ).items,
    staleTime: 300_000
  })

/** Who wore it, when; newest first. */
export const wornBy = (projectId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["worn by", projectId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/entity-assignments/", {
          params: { project_id: projectId },
          query: { device_id: deviceId, limit: WORN },
          signal
        })
      ).items
  })

/** What anybody of the project is called, by id. */
export const entityNames = (projectId: string) =>
  queryOptions({
    queryKey: ["entity names", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await everyPage((place) =>
        call("GET", "/projects/:project_id/entities/", { params, query: { limit: MOST, ...place }, signal })
      )
      return new Map(items.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000
  })

/** Who wears which device now: entities by devices. */
export const wearers = (projectId: string) =>
  queryOptions({
    queryKey: ["wearers", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await everyPage((place) => {
        const query = { current: "true", limit: MOST, ...place } as const
        return call("GET", "/projects/:project_id/entity-assignments/", { params, query, signal })
      })
      return new Map(items.map(({ device_id, entity_id }) => [device_id, entity_id]))
    },
    staleTime: 30_000
  })

/** Its last days; `from` and `to` are epoch ms. */
export const deviceDays = (projectId: string, deviceId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["device days", projectId, deviceId, from, to],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/devices/:device_id/days", {
          params: { device_id: deviceId },
          query: { project_id: projectId, from: iso(from), to: iso(to) },
          signal
        })
      ).items,
    retry: false,
    staleTime: 300_000,
    placeholderData: keepPreviousData
  })

/** The newest that were told of it, whoever wore it. */
export const deviceEvents = (projectId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["device events", projectId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/events/", {
          params: { project_id: projectId },
          query: { device_id: deviceId, limit: EVENTS },
          signal
        })
      ).items,
    refetchInterval: AGAIN_MS
  })

const isOver = ({ status }: Job) => status !== "queued" && status !== "running"

export const jobsOf = (deviceId: string) =>
  queryOptions({
    queryKey: ["device jobs", deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/devices/:device_id/attribution-jobs", {
          params: { device_id: deviceId },
          query: { limit: JOBS },
          signal
        })
      ).items,
    refetchInterval: ({ state }) => (state.data?.every(isOver) === false ? AT_WORK_MS : AGAIN_MS)
  })

/** What changes would come to. */
export const effectOf = (projectId: string, changes: Batch["changes"]) =>
  queryOptions({
    queryKey: ["effect", projectId, changes],
    queryFn: ({ signal }) =>
      call("POST", "/projects/:project_id/entity-assignments/preview", {
        params: { project_id: projectId },
        body: { changes },
        signal
      }),
    enabled: changes.length > 0,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData
  })

const anew = async (projectId: string, deviceId: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: wornBy(projectId, deviceId).queryKey }),
    queryClient.invalidateQueries({ queryKey: jobsOf(deviceId).queryKey }),
    queryClient.invalidateQueries({ queryKey: wearers(projectId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ["animals", projectId] })
  ])
}

/** All of the changes or none. @throws Refused as the server said */
export const changeWorn = async (
  projectId: string,
  deviceId: string,
  changes: Batch["changes"]
): Promise<void> => {
  await call("POST", "/projects/:project_id/entity-assignments/batch", {
    params: { project_id: projectId },
    body: { changes }
  })
  await anew(projectId, deviceId)
}

const jobsAnew = (deviceId: string) => queryClient.invalidateQueries({ queryKey: jobsOf(deviceId).queryKey })

/** Gives all of its records their owners again. @throws Refused as the server said */
export const reattribute = async (deviceId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/reattribute", { params: { device_id: deviceId }, body: {} })
  await jobsAnew(deviceId)
}

/** @throws Refused as the server said */
export const cancelJob = async (deviceId: string, jobId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/attribution-jobs/:job_id/cancel", {
    params: { device_id: deviceId, job_id: jobId }
  })
  await jobsAnew(deviceId)
}

/** @throws Refused as the server said */
export const setDeviceStatus = async (deviceId: string, status: Device["status"]): Promise<void> => {
  const changed = await call("PATCH", "/devices/:device_id", {
    params: { device_id: deviceId },
    body: { status }
  })
  queryClient.setQueryData(["device", deviceId], changed)
  await queryClient.invalidateQueries({ queryKey: ["devices"] })
}
