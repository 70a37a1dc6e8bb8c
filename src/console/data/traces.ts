// Queries of traces: what the program did with a record, as operators read it.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"
import { pagesOf } from "./pagesOf.ts"

type Listed = Answer<"GET", "/projects/:project_id/traces">
/** A trace as lists show it. */
export type Trace = Listed["items"][number]
/** A trace with its steps and its payload. */
export type TracePage = Answer<"GET", "/traces/:trace_id">

/** The filter of the list, applied by the server. */
interface TraceFilter {
  readonly q?: string
  readonly kind?: Trace["kind"]
  readonly status?: Trace["status"]
  readonly code?: string
  readonly device_id?: string
  readonly entity_id?: string
  readonly rule_id?: string
  /** epoch ms, half-open */
  readonly to?: number
}

/** ROWS_PER_PAGE is the number of rows per page of the list. */
const ROWS_PER_PAGE = 60

/** Traces, newest first, page by page. */
export const traces = (projectId: string, { to, ...filter }: TraceFilter) =>
  pagesOf(["traces", projectId, filter, to], "/projects/:project_id/traces", {
    params: { project_id: projectId },
    query: { ...filter, ...(to === undefined ? {} : { to: iso(to) }), steps: "false", limit: ROWS_PER_PAGE }
  })

/** One trace with its payload and the traces around it. */
export const tracePage = (id: string) =>
  queryOptions({
    queryKey: ["trace", id],
    queryFn: ({ signal }) =>
      call("GET", "/traces/:trace_id", { params: { trace_id: id }, query: { include: "payload" }, signal })
  })

/** Recent traces of the same device, entity or rule with their outcomes, for a row of ticks. */
export const tracesLike = (
  projectId: string,
  { device_id, entity_id, id, kind, rule_id, started_at }: Trace | TracePage
) => {
  const subject =
    device_id !== null
      ? { device_id }
      : entity_id !== null
        ? { entity_id }
        : rule_id !== null
          ? { rule_id }
          : null
  return queryOptions({
    queryKey: ["traces like", id],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/traces", {
          params: { project_id: projectId },
          query: {
            ...subject,
            kind,
            steps: "false",
            limit: LIKE,
            from: iso(Date.parse(started_at) - DAY),
            to: iso(Date.parse(started_at) + DAY / 24)
          },
          signal
        })
      ).items,
    enabled: subject !== null
  })
}
const LIKE = 500
const DAY = 86_400_000

/**
 * Sends refused records through intake again; returns the outcome.
 *
 * @throws Refused
 */
export const sendAgain = async (id: string): Promise<Answer<"POST", "/traces/:trace_id/resend">> => {
  const resent = await call("POST", "/traces/:trace_id/resend", { params: { trace_id: id } })
  for (const key of ["traces", "trace", "traces like", "traffic"])
    void queryClient.invalidateQueries({ queryKey: [key] })
  return resent
}
