// Queries and changes of devices: the list, and of one device its wearers, measurements, events and jobs.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"
import { pagesOf } from "./pagesOf.ts"

/** A device. */
export type Device = Answer<"GET", "/devices/:device_id">
/** Changes of assignments, made together. */
type Batch = Body<"POST", "/projects/:project_id/entity-assignments/batch">
/** What changes of assignments would do. */
export type Outcome = Answer<"POST", "/projects/:project_id/entity-assignments/preview">
/** A day of a device with its figures. */
export type DeviceDay = Answer<"GET", "/devices/:device_id/days">["items"][number]
/** An event of a device. */
export type DeviceEvent = Answer<"GET", "/projects/:project_id/events/">["items"][number]
/** A job that gives records of a device to other owners. */
export type Job = Answer<"GET", "/devices/:device_id/attribution-jobs">["items"][number]

/** ROWS_PER_PAGE is the number of rows per page of the list. */
const ROWS_PER_PAGE = 50
/** PAGE_ITEMS is the page size where all items are read. */
const PAGE_ITEMS = 500
/** MAX_ASSIGNMENTS is the maximum number of assignments on a timeline. */
const MAX_ASSIGNMENTS = 200
/** MAX_EVENTS is the maximum number of events on a timeline. */
const MAX_EVENTS = 100
/** MAX_JOBS is the maximum number of jobs that a page shows. */
const MAX_JOBS = 3
/** Refetch intervals of a running job, and while none runs. */
const RUNNING_REFETCH_MS = 1000
const IDLE_REFETCH_MS = 10_000

/** Devices that are in the project now, newest first. */
export const devices = (projectId: string, q: string) =>
  pagesOf(["devices", projectId, q], "/devices/", {
    query: { project_id: projectId, limit: ROWS_PER_PAGE, ...(q === "" ? {} : { q }) }
  })

/** The external ids of a device. */
export const identitiesOf = (deviceId: string) =>
  queryOptions({
    queryKey: ["device identities", deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/devices/:device_id/identities", {
          params: { device_id: deviceId },
          query: { limit: ROWS_PER_PAGE },
          signal
        })
      ).items,
    staleTime: 300_000
  })

/** The entities that wore a device, newest first. */
export const wornBy = (projectId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["worn by", projectId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/entity-assignments/", {
          params: { project_id: projectId },
          query: { device_id: deviceId, limit: MAX_ASSIGNMENTS },
          signal
        })
      ).items
  })

/** The names of the project's entities by id. */
export const entityNames = (projectId: string) =>
  queryOptions({
    queryKey: ["entity names", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await everyPage((place) =>
        call("GET", "/projects/:project_id/entities/", {
          params,
          query: { limit: PAGE_ITEMS, ...place },
          signal
        })
      )
      return new Map(items.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000
  })

/** Entities by the id of the device that they wear now. */
export const wearers = (projectId: string) =>
  queryOptions({
    queryKey: ["wearers", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await everyPage((place) => {
        const query = { current: "true", limit: PAGE_ITEMS, ...place } as const
        return call("GET", "/projects/:project_id/entity-assignments/", { params, query, signal })
      })
      return new Map(items.map(({ device_id, entity_id }) => [device_id, entity_id]))
    },
    staleTime: 30_000
  })

/** The last days of a device; `from` and `to` are epoch ms. */
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

/** The newest events of a device, whichever entity wore it. */
export const deviceEvents = (projectId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["device events", projectId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/events/", {
          params: { project_id: projectId },
          query: { device_id: deviceId, limit: MAX_EVENTS },
          signal
        })
      ).items,
    refetchInterval: IDLE_REFETCH_MS
  })

const isOver = ({ status }: Job) => status !== "queued" && status !== "running"

/** The newest attribution jobs of a device. */
export const jobsOf = (deviceId: string) =>
  queryOptions({
    queryKey: ["device jobs", deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/devices/:device_id/attribution-jobs", {
          params: { device_id: deviceId },
          query: { limit: MAX_JOBS },
          signal
        })
      ).items,
    refetchInterval: ({ state }) =>
      state.data?.every(isOver) === false ? RUNNING_REFETCH_MS : IDLE_REFETCH_MS
  })

/** What changes of assignments would do. */
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

/** Makes all changes or none. @throws Refused */
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

/** Attributes all records of a device again. @throws Refused */
export const reattribute = async (deviceId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/reattribute", { params: { device_id: deviceId }, body: {} })
  await jobsAnew(deviceId)
}

/**
 * Cancels an attribution job.
 *
 * @throws Refused
 */
export const cancelJob = async (deviceId: string, jobId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/attribution-jobs/:job_id/cancel", {
    params: { device_id: deviceId, job_id: jobId }
  })
  await jobsAnew(deviceId)
}

/**
 * Sets the status of a device.
 *
 * @throws Refused
 */
export const setDeviceStatus = async (deviceId: string, status: Device["status"]): Promise<void> => {
  const changed = await call("PATCH", "/devices/:device_id", {
    params: { device_id: deviceId },
    body: { status }
  })
  queryClient.setQueryData(["device", deviceId], changed)
  await queryClient.invalidateQueries({ queryKey: ["devices"] })
}
