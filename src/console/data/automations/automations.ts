// Queries and changes of automations and their deliveries.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { nextLook } from "../events.ts"
import { queryClient } from "../queryClient.ts"
import { pagesOf } from "../pagesOf.ts"

/** An automation. */
export type Automation = Answer<"GET", "/projects/:project_id/automations/">["items"][number]
/** An action of an automation: a receiver with its settings. */
export type Action = Automation["actions"][number]
/** The body to create an automation. */
type NewAutomation = Body<"POST", "/projects/:project_id/automations/">
/** The changed members of an automation. */
export type AutomationChange = Body<"PATCH", "/projects/:project_id/automations/:automation_id">
/** A created automation with its secrets. */
export type OpenedAutomation = Answer<"POST", "/projects/:project_id/automations/">
/** A delivery of a message to a receiver. */
export type Delivery = Answer<"GET", "/projects/:project_id/deliveries/">["items"][number]

/** AUTOMATIONS_PER_PAGE is the page size; all pages are read. */
const AUTOMATIONS_PER_PAGE = 500
/** DELIVERIES_PER_PAGE is the number of deliveries per page of an automation. */
const DELIVERIES_PER_PAGE = 30
/** NEWEST_DELIVERIES is how many deliveries of the project are read to show each automation's last one. */
const NEWEST_DELIVERIES = 200
/** MAX_COUNTED_FAILURES is the maximum count of failed deliveries; above it the console says "at least". */
export const MAX_COUNTED_FAILURES = 500
/** REFETCH_MS is the refetch interval of lists. */
const REFETCH_MS = 30_000
/** TEST_REFETCH_MS is the refetch interval of a test that is being sent. */
const TEST_REFETCH_MS = 1000

/** All automations of a project, newest first. */
export const automations = (projectId: string) =>
  queryOptions({
    queryKey: ["automations", projectId, "list"],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const read = (place: { readonly cursor?: string }) =>
        call("GET", "/projects/:project_id/automations/", {
          params,
          query: { limit: AUTOMATIONS_PER_PAGE, ...place },
          signal
        })
      return (await everyPage(read)).items
    },
    refetchInterval: REFETCH_MS
  })

/** One automation with its edition, which a later change must name. */
export const automation = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ["automations", projectId, "one", id],
    queryFn: ({ signal }) =>
      callEdited("GET", "/projects/:project_id/automations/:automation_id", {
        params: { project_id: projectId, automation_id: id },
        signal
      }),
    retry: false
  })

const refetchAfter = (deliveries: ReadonlyArray<Delivery>): number =>
  deliveries.some(({ event_id, status }) => event_id === null && status === "queued")
    ? TEST_REFETCH_MS
    : nextLook(deliveries, Date.now()) || REFETCH_MS

/** The deliveries of an automation, newest first; only failed ones with `status`. */
export const deliveriesOf = (projectId: string, automationId: string, status?: "failed") =>
  pagesOf(["deliveries", projectId, automationId, status ?? "all"], "/projects/:project_id/deliveries/", {
    params: { project_id: projectId },
    query: {
      automation_id: automationId,
      limit: DELIVERIES_PER_PAGE,
      ...(status === undefined ? {} : { status })
    },
    keepsRows: false,
    refetchInterval: ({ state }) => refetchAfter(state.data?.pages.flatMap(({ items }) => items) ?? [])
  })

const newestOf = (projectId: string, query: { readonly limit: number; readonly status?: "failed" }) =>
  queryOptions({
    queryKey: ["deliveries", projectId, "newest", query],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/deliveries/", { params, query, signal })).items
    },
    refetchInterval: REFETCH_MS
  })

/** The newest of all automations. */
export const newestDeliveries = (projectId: string) => newestOf(projectId, { limit: NEWEST_DELIVERIES })

/** The newest failed deliveries of all automations. */
export const failedDeliveries = (projectId: string) =>
  newestOf(projectId, { limit: MAX_COUNTED_FAILURES, status: "failed" })

const refetchDeliveries = (projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["deliveries", projectId] })

/** Puts the server's answer into the cache, without its secrets. */
const keep = async ({ edition, record }: Edited<OpenedAutomation>): Promise<void> => {
  const actions = record.actions.map((action) => {
    if (action.type !== "webhook") return action
    const { secret: _, ...kept } = action
    return kept
  })
  const { id, project_id } = record
  queryClient.setQueryData(automation(project_id, id).queryKey, { edition, record: { ...record, actions } })
  await queryClient.invalidateQueries(automations(project_id))
}

/**
 * Creates an automation.
 *
 * @throws Refused 422 with the errors of the body
 */
export const makeAutomation = async (projectId: string, body: NewAutomation): Promise<OpenedAutomation> => {
  const made = await callEdited("POST", "/projects/:project_id/automations/", {
    params: { project_id: projectId },
    body
  })
  await keep(made)
  return made.record
}

/**
 * Changes an automation.
 *
 * @throws Refused 412 where it was changed since `edition`, 422 with the errors of the body
 */
export const changeAutomation = async (
  projectId: string,
  id: string,
  edition: string,
  body: AutomationChange
): Promise<OpenedAutomation> => {
  const changed = await callEdited("PATCH", "/projects/:project_id/automations/:automation_id", {
    params: { project_id: projectId, automation_id: id },
    headers: { "if-match": edition },
    body
  })
  await keep(changed)
  return changed.record
}

/** Switches an automation on or off, at its newest edition. */
export const switchAutomation = async (projectId: string, id: string, enabled: boolean): Promise<void> => {
  const { edition } = await queryClient.fetchQuery({ ...automation(projectId, id), staleTime: 0 })
  await changeAutomation(projectId, id, edition, { enabled })
}

/**
 * Deletes an automation.
 *
 * @throws Refused 412 where it was changed since `edition`
 */
export const removeAutomation = async (projectId: string, id: string, edition: string): Promise<void> => {
  try {
    await call("DELETE", "/projects/:project_id/automations/:automation_id", {
      params: { project_id: projectId, automation_id: id },
      headers: { "if-match": edition }
    })
    queryClient.removeQueries({ queryKey: automation(projectId, id).queryKey })
  } finally {
    await queryClient.invalidateQueries(automations(projectId))
  }
}

/** Rotates a secret. The answer is the only place with the new one. */
export const rotateSecret = async (
  projectId: string,
  id: string,
  actionId: string
): Promise<OpenedAutomation> => {
  const rotated = await callEdited(
    "POST",
    "/projects/:project_id/automations/:automation_id/actions/:action_id/rotate-secret",
    { params: { project_id: projectId, automation_id: id, action_id: actionId } }
  )
  await queryClient.invalidateQueries({ queryKey: automation(projectId, id).queryKey })
  return rotated.record
}

/**
 * Sends a test message.
 *
 * @throws Refused 429 after too many tests within a minute
 */
export const testAutomation = async (projectId: string, id: string): Promise<ReadonlyArray<Delivery>> => {
  const { deliveries } = await call("POST", "/projects/:project_id/automations/:automation_id/test", {
    params: { project_id: projectId, automation_id: id }
  })
  await refetchDeliveries(projectId)
  return deliveries
}

/**
 * Sends a delivery again.
 *
 * @throws Refused 409 where it is queued already, or its receiver was removed
 */
export const sendAgain = async (projectId: string, deliveryId: string): Promise<void> => {
  await call("POST", "/projects/:project_id/deliveries/:delivery_id/redeliver", {
    params: { project_id: projectId, delivery_id: deliveryId }
  })
  await refetchDeliveries(projectId)
}

/** Sends again the deliveries that failed since then, a bounded number at once; returns how many are queued. */
export const sendFailedAgain = async (projectId: string, id: string, since: string): Promise<number> => {
  const { count } = await call("POST", "/projects/:project_id/deliveries/redeliver", {
    params: { project_id: projectId },
    body: { automation_id: id, status: "failed", since }
  })
  await refetchDeliveries(projectId)
  return count
}
