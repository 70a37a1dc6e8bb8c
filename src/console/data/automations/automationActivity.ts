// What automations sent recently, and what a draft of one would have sent.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"

/** A draft of an automation to preview. */
export type AutomationDraft = Body<"POST", "/projects/:project_id/automations/preview">
/** What a draft would have sent. */
export type AutomationPreview = Answer<"POST", "/projects/:project_id/automations/preview">
/** An event that a draft would have reported. */
export type PreviewedEvent = AutomationPreview["events"][number]
/** The message of a draft for an example event. */
export type PreviewedMessage = AutomationPreview["message"]
/** Counts of deliveries. */
export type DeliverySummary = Answer<"GET", "/projects/:project_id/deliveries/summary">

/** SUMMARY_REFETCH_MS is the refetch interval of the counts. */
const SUMMARY_REFETCH_MS = 60_000
/** PREVIEW_FRESH_MS is how long a preview of the same draft stays fresh. */
const PREVIEW_FRESH_MS = 60_000

/** Counts of the deliveries of a project. */
export const deliverySummary = (projectId: string) =>
  queryOptions({
    queryKey: ["deliveries", projectId, "summary"],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/deliveries/summary", { params: { project_id: projectId }, signal }),
    refetchInterval: SUMMARY_REFETCH_MS
  })

/** The preview of a draft; the previous draft's stays visible until it arrives. */
export const automationPreview = (projectId: string, draft: AutomationDraft) =>
  queryOptions({
    queryKey: ["automation preview", projectId, draft],
    queryFn: ({ signal }) =>
      call("POST", "/projects/:project_id/automations/preview", {
        params: { project_id: projectId },
        body: draft,
        signal
      }),
    staleTime: PREVIEW_FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false
  })
