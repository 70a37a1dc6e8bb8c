// Snoozes: pauses of a rule's alerts for one subject.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"

/** A snooze. */
export type Snooze = Answer<"GET", "/projects/:project_id/rules/:rule_id/snoozes/">["items"][number]

/** A rule and a subject: an entity, or a device without an assignment. */
export interface Snoozable {
  readonly projectId: string
  readonly rule: { readonly id: string; readonly name: string }
  readonly subject: { readonly id: string; readonly name: string }
}

/** The active snoozes of a rule. */
export const snoozesOf = (projectId: string, ruleId: string) =>
  queryOptions({
    queryKey: ["snoozes", projectId, ruleId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/rules/:rule_id/snoozes/", {
          params: { project_id: projectId, rule_id: ruleId },
          query: { limit: 500 },
          signal
        })
      ).items
  })

const paramsOf = ({ projectId, rule, subject }: Snoozable) => ({
  project_id: projectId,
  rule_id: rule.id,
  subject_id: subject.id
})

const readAgain = ({ projectId, rule }: Snoozable) =>
  queryClient.invalidateQueries(snoozesOf(projectId, rule.id))

/**
 * Snoozes until a moment, epoch ms; replaces an active snooze.
 *
 * @throws Refused
 */
export const snooze = async (what: Snoozable, until: number, note: string | null): Promise<void> => {
  await call("PUT", "/projects/:project_id/rules/:rule_id/snoozes/:subject_id", {
    params: paramsOf(what),
    body: { until: iso(until), note }
  })
  await readAgain(what)
}

/**
 * Ends a snooze.
 *
 * @throws Refused: 404 where none is active
 */
export const endSnooze = async (what: Snoozable): Promise<void> => {
  await call("DELETE", "/projects/:project_id/rules/:rule_id/snoozes/:subject_id", { params: paramsOf(what) })
  await readAgain(what)
}
