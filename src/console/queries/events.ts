// One event and what belongs to it.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { isNewer } from "./alertList.ts"
import { besideNotes } from "./alertNotes.ts"

export type EventRecord = Answer<"GET", "/projects/:project_id/events/:event_id">
export type Event = EventRecord["event"]
export type TraceStep = NonNullable<EventRecord["trace"]>["steps"][number]
export type Delivery = EventRecord["deliveries"][number]
export type Verification = Answer<"POST", "/projects/:project_id/events/:event_id/verify">

/** Between two looks at what is being sent, at least and at most. */
const SENT_MS = 3000,
  SENT_LATER_MS = 60_000

/** When it is worth looking what became of deliveries, ms from now; false: all of them have ended. */
export const nextLook = (
  deliveries: ReadonlyArray<Pick<Delivery, "next_attempt_at" | "status">>,
  now: number
) => {
  const waits = deliveries.flatMap(({ next_attempt_at: at, status }) =>
    status === "queued" ? [at === null ? 0 : Date.parse(at) - now] : []
  )
  return waits.length > 0 && Math.min(SENT_LATER_MS, Math.max(SENT_MS, Math.min(...waits)))
}

export const eventRecord = (projectId: string, eventId: string) =>
  queryOptions({
    queryKey: ["event", projectId, eventId],
    queryFn: ({ signal }) =>
      besideNotes(
        () =>
          call("GET", "/projects/:project_id/events/:event_id", {
            params: { project_id: projectId, event_id: eventId },
            signal
          }),
        (known, alert) =>
          alert.event_id === eventId && isNewer(alert, known.alert) ? { ...known, alert } : known
      ),
    refetchInterval: ({ state }) => nextLook(state.data?.deliveries ?? [], Date.now())
  })

/** Asks the rule again, with what is stored now. */
export const verify = (projectId: string, eventId: string): Promise<Verification> =>
  call("POST", "/projects/:project_id/events/:event_id/verify", {
    params: { project_id: projectId, event_id: eventId }
  })

export const redeliver = (projectId: string, deliveryId: string): Promise<unknown> =>
  call("POST", "/projects/:project_id/deliveries/:delivery_id/redeliver", {
    params: { project_id: projectId, delivery_id: deliveryId }
  })

export type Report = Body<"POST", "/projects/:project_id/events/">

/**
 * Reports an event; the same key and report twice are one.
 *
 * @throws Refused as the server said
 */
export const reportEvent = (projectId: string, key: string, report: Report): Promise<Event> =>
  call("POST", "/projects/:project_id/events/", {
    params: { project_id: projectId },
    headers: { "idempotency-key": key },
    body: report
  })
