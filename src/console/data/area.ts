// Queries of one area: its figures, the rules that watch it, and which animals were inside.
import { queryOptions } from "@tanstack/react-query"
import type { Message, MessagePart } from "../../words/message.ts"
import { call } from "./api/call.ts"
import { iso } from "../time/iso.ts"

/** The figures of an area, and what has to do with it. */
export interface AreaSummary {
  readonly area_m2: number | null
  readonly length_m: number | null
  readonly corners: number
  readonly rules: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly enabled: boolean
    readonly watches: "named" | "any"
    readonly sentence: ReadonlyArray<MessagePart>
    readonly sentence_message: Message
  }>
  readonly other_rules: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly enabled: boolean
    readonly features: number
  }>
  readonly overlaps: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly type: "geofence" | "zone" | "site" | "route"
    readonly area_m2: number | null
    readonly relation: "inside" | "contains" | "overlaps"
  }>
  readonly history: ReadonlyArray<{
    readonly edition: number
    readonly changed_at: string
    readonly changed_by: { readonly id: string | null; readonly name: string | null } | null
    readonly what: "created" | "shape" | "properties"
  }>
}
/** A rule that watches an area. */
export type AreaRule = AreaSummary["rules"][number]
/** Visits of animals to an area in a period. */
export interface AreaPresence {
  readonly from: string
  readonly to: string
  readonly break_seconds: number
  readonly fixes: number
  readonly tracked: number
  readonly is_cut: boolean
  readonly subjects: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly type: string
    readonly visit_count: number
    readonly inside_seconds: number
    readonly share: number
    readonly is_inside: boolean
    readonly since: string | null
    readonly left_at: string | null
    readonly visits: ReadonlyArray<{ readonly from: string; readonly to: string }>
  }>
}
/** An animal that was inside in the period. */
export type Visitor = AreaPresence["subjects"][number]

const DAY_MS = 86_400_000,
  MINUTE_MS = 60_000
/** PRESENCE_STEP_MS is the step in which the end of the period moves: a read counts many fixes. */
const PRESENCE_STEP_MS = 2 * MINUTE_MS

/** The figures of an area. The key begins as those of rules do: a change of a rule changes them. */
export const areaSummary = (projectId: string, areaId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "area", areaId],
    queryFn: ({ signal }): Promise<AreaSummary> =>
      (call as any)("GET", "/projects/:project_id/features/:feature_id/summary", {
        params: { project_id: projectId, feature_id: areaId },
        signal
      }),
    staleTime: MINUTE_MS
  })

/** Visits of the last days; `now` is epoch ms. */
export const areaPresence = (projectId: string, areaId: string, days: number, now: number) => {
  const to = Math.floor(now / PRESENCE_STEP_MS) * PRESENCE_STEP_MS
  return queryOptions({
    queryKey: ["area presence", projectId, areaId, days, to],
    queryFn: ({ signal }): Promise<AreaPresence> =>
      (call as any)("GET", "/projects/:project_id/features/:feature_id/presence", {
        params: { project_id: projectId, feature_id: areaId },
        query: { from: iso(to - days * DAY_MS), to: iso(to) },
        signal
      }),
    staleTime: PRESENCE_STEP_MS,
    // the lanes stay while the period moves on or changes
    placeholderData: (before, asked) => (asked?.queryKey[2] === areaId ? before : undefined)
  })
}
