// Automations and their deliveries as pages read them, and what people do about them.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "../../api/call.ts"
import { everyPage } from "../../api/everyPage.ts"
import { nextLook } from "../events.ts"
import { queryClient } from "../queryClient.ts"

export type Automation = Answer<"GET", "/projects/:project_id/automations/">["items"][number]
export type Action = Automation["actions"][number]
export type NewAutomation = Body<"POST", "/projects/:project_id/automations/">
export type AutomationChange = Body<"PATCH", "/projects/:project_id/automations/:automation_id">
export type OpenedAutomation = Answer<"POST", "/projects/:project_id/automations/">
export type Delivery = Answer<"GET", "/projects/:project_id/deliveries/">["items"][number]

/** Automations of one page of the list, which is read whole. */
const AUTOMATIONS_PER_PAGE = 500
/** Deliveries that one page of an automation's shows. */
const DELIVERIES_PER_PAGE = 30
/** The newest deliveries of a project, to say beside each automation what it did last. */
const NEWEST_DELIVERIES = 200
/** Failed deliveries that are counted; beyond them the count is at least so many. */
export const MAX_COUNTED_FAILURES = 500
/** Between two looks at what comes in by itself. */
const REFETCH_MS = 30_000
/** Between two looks at a test that is being sent. */
const TEST_REFETCH_MS = 1000

/** All of a project, newest first. */
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

/** One with its edition, which a later write names. */
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

/** What an automation sent, newest first; `failed` alone where that is asked for. */
export const deliveriesOf = (projectId: string, automationId: string, status?: "failed") =>
  infiniteQueryOptions({
    queryKey: ["deliveries", projectId, automationId, status ?? "all"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/deliveries/", {
        params: { project_id: projectId },
        query: {
          automation_id: automationId,
          limit: DELIVERIES_PER_PAGE,
          ...(status === undefined ? {} : { status }),
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
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

/** The newest that failed, of all automations. */
export const failedDeliveries = (projectId: string) =>
  newestOf(projectId, { limit: MAX_COUNTED_FAILURES, status: "failed" })

const refetchDeliveries = (projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["deliveries", projectId] })

/** Puts what the server answered where it is read; its secrets are kept nowhere. */
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

/** @throws Refused 422 with what is wrong with it */
export const makeAutomation = async (projectId: string, body: NewAutomation): Promise<OpenedAutomation> => {
  const made = await callEdited("POST", "/projects/:project_id/automations/", {
    params: { project_id: projectId },
    body
  })
  await keep(made)
  return made.record
}

/** @throws Refused 412 where somebody changed it since `edition`, 422 with what is wrong with it */
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

/** Switches the edition that is newest by now. */
export const switchAutomation = async (projectId: string, id: string, enabled: boolean): Promise<void> => {
  const { edition } = await queryClient.fetchQuery({ ...automation(projectId, id), staleTime: 0 })
  await changeAutomation(projectId, id, edition, { enabled })
}

/** @throws Refused 412 where somebody changed it since `edition` */
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

/** The new secret is in the answer, this once. */
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

/** @throws Refused 429 where there were many within a minute */
export const testAutomation = async (projectId: string, id: string): Promise<ReadonlyArray<Delivery>> => {
  const { deliveries } = await call("POST", "/projects/:project_id/automations/:automation_id/test", {
    params: { project_id: projectId, automation_id: id }
  })
  await refetchDeliveries(projectId)
  return deliveries
}

/** @throws Refused 409 where it waits already, or its receiver is gone */
export const sendAgain = async (projectId: string, deliveryId: string): Promise<void> => {
  await call("POST", "/projects/:project_id/deliveries/:delivery_id/redeliver", {
    params: { project_id: projectId, delivery_id: deliveryId }
  })
  await refetchDeliveries(projectId)
}

/** Sends again what failed since then, a bounded number at once; how many wait to be sent. */
export const sendFailedAgain = async (projectId: string, id: string, since: string): Promise<number> => {
  const { count } = await call("POST", "/projects/:project_id/deliveries/redeliver", {
    params: { project_id: projectId },
    body: { automation_id: id, status: "failed", since }
  })
  await refetchDeliveries(projectId)
  return count
}
