// What automations did in the last days, and what one that is being written would have done.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../../api/call.ts"

export type AutomationDraft = Body<"POST", "/projects/:project_id/automations/preview">
export type AutomationPreview = Answer<"POST", "/projects/:project_id/automations/preview">
export type PreviewedEvent = AutomationPreview["events"][number]
export type PreviewedMessage = AutomationPreview["message"]
export type DeliverySummary = Answer<"GET", "/projects/:project_id/deliveries/summary">

/** Between two looks at what was sent. */
const SUMMARY_REFETCH_MS = 60_000
/** How long a preview of the same draft holds. */
const PREVIEW_FRESH_MS = 60_000

/** Counts of the deliveries of a project. */
export const deliverySummary = (projectId: string) =>
  queryOptions({
    queryKey: ["deliveries", projectId, "summary"],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/deliveries/summary", { params: { project_id: projectId }, signal }),
    refetchInterval: SUMMARY_REFETCH_MS
  })

/** What a draft would have told of; that of the draft before stays until it is known. */
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
