// Queries of the page of one animal: its days, devices, metrics and alerts.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import type { Whose } from "./latest.ts"

type Timeline = Answer<"GET", "/projects/:project_id/timeline">
/** A day of the strip with its figures. */
export type Day = Timeline["days"][number]
/** An assignment of a device to an entity. */
export type Assignment = Answer<"GET", "/projects/:project_id/entity-assignments/">["items"][number]

const DAY_MS = 86_400_000
/** DAYS is the number of days in the strip. */
export const DAYS = 30
/** METRICS is the maximum number of metrics per request of series. */
export const METRICS = 12
/** MAX_ASSIGNMENTS is the maximum number of assignments that the page shows. */
const MAX_ASSIGNMENTS = 12

/** The last days of an entity, today last; `now` is epoch ms. */
export const daysOf = (projectId: string, entityId: string, now: number) =>
  queryOptions({
    queryKey: ["animals", projectId, "days", entityId, now],
    queryFn: async ({ signal }) => {
      const { days } = await call("GET", "/projects/:project_id/timeline", {
        params: { project_id: projectId },
        query: { from: iso(now - DAYS * DAY_MS), to: iso(now), bins: 1, entity_id: entityId },
        signal
      })
      return days.slice(-DAYS) // the first day is incomplete
    },
    staleTime: 300_000,
    placeholderData: (before, asked) => (asked?.queryKey[3] === entityId ? before : undefined)
  })

/** The nights between two moments, epoch ms. */
export const nightsBetween = (projectId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["nights", projectId, from, to],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/timeline", {
          params: { project_id: projectId },
          query: { from: iso(from), to: iso(to), bins: 1 },
          signal
        })
      ).nights,
    staleTime: 3_600_000
  })

/** The devices that an entity wore, newest first. */
export const assignmentsOf = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animals", projectId, "worn", entityId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/entity-assignments/", {
          params: { project_id: projectId },
          query: { entity_id: entityId, limit: MAX_ASSIGNMENTS },
          signal
        })
      ).items,
    staleTime: 60_000
  })

/** One device. */
export const device = (deviceId: string) =>
  queryOptions({
    queryKey: ["device", deviceId],
    queryFn: ({ signal }) => call("GET", "/devices/:device_id", { params: { device_id: deviceId }, signal }),
    staleTime: 300_000
  })

/** Metrics of an entity or a device over time (epoch ms), each downsampled to a number of points. */
export const seriesOf = (
  projectId: string,
  { device_id: device, entity_id: entity }: Whose,
  metrics: ReadonlyArray<string>,
  { from, points, to }: { readonly from: number; readonly to: number; readonly points: number }
) =>
  queryOptions({
    queryKey: ["animals", projectId, "series", entity ?? device, metrics.join(), from, to, points],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/series", {
          params: { project_id: projectId },
          query: {
            ...(entity === undefined ? {} : { entity_id: [entity] }),
            ...(device === undefined ? {} : { device_id: [device] }),
            metric: metrics,
            from: iso(from),
            to: iso(to),
            max_points: points
          },
          signal
        })
      ).series,
    enabled: metrics.length > 0,
    staleTime: 60_000,
    placeholderData: (before, asked) => (asked?.queryKey[3] === (entity ?? device) ? before : undefined)
  })
