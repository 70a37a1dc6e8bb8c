// What the program did with something, as operators read it.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

type Listed = Answer<"GET", "/projects/:project_id/traces">
export type Trace = Listed["items"][number]
export type TracePage = Answer<"GET", "/traces/:trace_id">
export type TraceStep = NonNullable<Trace["decisive"]>

export interface TraceFilter {
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

/** Rows of one page of the list. */
const ROWS = 60

/** The newest first, page after page. */
export const traces = (projectId: string, { to, ...filter }: TraceFilter) =>
  infiniteQueryOptions({
    queryKey: ["traces", projectId, filter, to],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/traces", {
        params: { project_id: projectId },
        query: {
          ...filter,
          ...(to === undefined ? {} : { to: iso(to) }),
          steps: "false",
          limit: ROWS,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId)
  })

/** One, with what came and what stands around it. */
export const tracePage = (id: string) =>
  queryOptions({
    queryKey: ["trace", id],
    queryFn: ({ signal }) =>
      call("GET", "/traces/:trace_id", { params: { trace_id: id }, query: { include: "payload" }, signal })
  })

/** When the same device, entity or rule was told of lately, and how each ended: a row of ticks. */
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
 * Takes what was refused through intake once more; what became of it.
 *
 * @throws Refused as the server said
 */
export const sendAgain = async (id: string): Promise<Answer<"POST", "/traces/:trace_id/resend">> => {
  const resent = await call("POST", "/traces/:trace_id/resend", { params: { trace_id: id } })
  for (const key of ["traces", "trace", "traces like", "traffic"])
    void queryClient.invalidateQueries({ queryKey: [key] })
  return resent
}
