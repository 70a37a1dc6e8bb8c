// Queries and changes of one event.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { alertStore } from "./alerts/alertStore.ts"

/** An event with its trace and deliveries. */
export type EventRecord = Answer<"GET", "/projects/:project_id/events/:event_id">
/** An event. */
export type Event = EventRecord["event"]
/** A delivery of an event. */
export type Delivery = EventRecord["deliveries"][number]
/** The outcome of evaluating an event again. */
type Verification = Answer<"POST", "/projects/:project_id/events/:event_id/verify">

/** Shortest and longest interval between two reads of pending deliveries. */
const MIN_DELIVERY_REFETCH_MS = 3000,
  MAX_DELIVERY_REFETCH_MS = 60_000

/** When to read deliveries again, ms from now; false: all of them have ended. */
export const nextLook = (
  deliveries: ReadonlyArray<Pick<Delivery, "next_attempt_at" | "status">>,
  now: number
) => {
  const waits = deliveries.flatMap(({ next_attempt_at: at, status }) =>
    status === "queued" ? [at === null ? 0 : Date.parse(at) - now] : []
  )
  return (
    waits.length > 0 &&
    Math.min(MAX_DELIVERY_REFETCH_MS, Math.max(MIN_DELIVERY_REFETCH_MS, Math.min(...waits)))
  )
}

/** One event with its trace and deliveries. */
export const eventRecord = (projectId: string, eventId: string) =>
  queryOptions({
    queryKey: ["event", projectId, eventId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId, event_id: eventId }
      const tick = alertStore.tick()
      const record = await call("GET", "/projects/:project_id/events/:event_id", { params, signal })
      if (record.alert !== null) alertStore.learn([record.alert], tick)
      return record
    },
    refetchInterval: ({ state }) => nextLook(state.data?.deliveries ?? [], Date.now())
  })

/** Evaluates the rule again on the data that is stored now. */
export const verify = (projectId: string, eventId: string): Promise<Verification> =>
  call("POST", "/projects/:project_id/events/:event_id/verify", {
    params: { project_id: projectId, event_id: eventId }
  })

/** Sends a delivery again. */
export const redeliver = (projectId: string, deliveryId: string): Promise<unknown> =>
  call("POST", "/projects/:project_id/deliveries/:delivery_id/redeliver", {
    params: { project_id: projectId, delivery_id: deliveryId }
  })

/** The body to report an event by hand. */
type Report = Body<"POST", "/projects/:project_id/events/">

/**
 * Reports an event; idempotent by `key`.
 *
 * @throws Refused
 */
export const reportEvent = (projectId: string, key: string, report: Report): Promise<Event> =>
  call("POST", "/projects/:project_id/events/", {
    params: { project_id: projectId },
    headers: { "idempotency-key": key },
    body: report
  })
