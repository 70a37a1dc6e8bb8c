// What an event was judged on, and why no alert came at a moment.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { iso } from "../time/iso.ts"

export type Evidence = Answer<"GET", "/projects/:project_id/events/:event_id/evidence">
export type Reading = NonNullable<Evidence["values"]>[number]
export type Sentence = NonNullable<Evidence["sentence"]>
export type WhyNot = Answer<"GET", "/projects/:project_id/entities/:entity_id/explain">
export type ExplainedRule = WhyNot["rules"][number]

export const evidence = (projectId: string, eventId: string) =>
  queryOptions({
    queryKey: ["evidence", projectId, eventId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/events/:event_id/evidence", {
        params: { project_id: projectId, event_id: eventId },
        signal
      }),
    staleTime: 60_000
  })

/** Every rule asked about one entity at a moment, epoch ms. */
export const whyNot = (projectId: string, entityId: string, at: number) =>
  queryOptions({
    queryKey: ["why not", projectId, entityId, at],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/entities/:entity_id/explain", {
        params: { project_id: projectId, entity_id: entityId },
        query: { at: iso(at), include: "lanes" },
        signal
      }),
    staleTime: 60_000
  })
