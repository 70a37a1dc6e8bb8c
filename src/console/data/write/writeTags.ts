// Puts tags on animals: an existing device, also one that another animal wears, or a new one.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { makeDevice, putInProject } from "./writeDevices.ts"
import { putOn } from "./writeWorn.ts"

/** A device. */
export type Device = Answer<"GET", "/devices/:device_id">
type Assignment = Answer<"GET", "/projects/:project_id/entity-assignments/">["items"][number]

/** PAGE_ITEMS is the page size where all items are read. */
const PAGE_ITEMS = 500

/** tags are all devices that are in the project now. */
export const tags = (projectId: string) =>
  queryOptions({
    queryKey: ["devices", projectId, "all"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Device>> =>
      (
        await everyPage((place) =>
          call("GET", "/devices/", { query: { project_id: projectId, limit: PAGE_ITEMS, ...place }, signal })
        )
      ).items,
    staleTime: 30_000
  })

/** TagWanted is the tag for an animal: an existing device, or a new one. */
export type TagWanted =
  | { readonly kind: "here"; readonly deviceId: string }
  | {
      readonly kind: "new"
      readonly name: string
      /** null: the tag sends nothing yet */
      readonly identity: { readonly sourceId: string; readonly externalId: string } | null
    }

/** The finished steps of a tag: after a refusal the next try continues there. */
export interface TagDone {
  deviceId?: string
  isInProject?: boolean
}

const makeTag = ({ identity, name }: Extract<TagWanted, { kind: "new" }>): Promise<string> =>
  makeDevice({
    name,
    ...(identity === null ? {} : { data_source_id: identity.sourceId, external_id: identity.externalId })
  })

/** wornNow is the current assignment of a device; undefined: no animal wears it. */
const wornNow = async (projectId: string, deviceId: string): Promise<Assignment | undefined> =>
  (
    await call("GET", "/projects/:project_id/entity-assignments/", {
      params: { project_id: projectId },
      query: { device_id: deviceId, current: "true", limit: 1 }
    })
  ).items[0]

/**
 * putTag puts a tag on an animal from a moment on (RFC 3339), which ends the assignment of the previous
 * wearer. `done` records the finished steps.
 *
 * @throws Refused
 */
export const putTag = async (
  projectId: string,
  entityId: string,
  tag: TagWanted,
  from: string,
  done: TagDone = {}
): Promise<void> => {
  done.deviceId ??= tag.kind === "here" ? tag.deviceId : await makeTag(tag)
  const deviceId = done.deviceId
  if (tag.kind === "new" && done.isInProject !== true) {
    await putInProject(deviceId, { project_id: projectId, valid_from: from })
    done.isInProject = true
  }
  const worn = tag.kind === "new" ? undefined : await wornNow(projectId, deviceId)
  if (worn?.entity_id === entityId) return
  const wanted = { device_id: deviceId, entity_id: entityId, valid_from: from }
  if (worn === undefined) return putOn(projectId, wanted)
  // in one request, so that at each moment the device has exactly one wearer
  await call("POST", "/projects/:project_id/entity-assignments/batch", {
    params: { project_id: projectId },
    body: {
      changes: [
        { action: "update", assignment_id: worn.id, valid_to: from },
        { action: "create", ...wanted }
      ]
    }
  })
}

/** MAX_NUMBERS is how many external ids are looked up at once; further tags are found by name only. */
const MAX_NUMBERS = 200

/** tagsByNumber are devices by external id, in lower case; null: do not read yet. */
export const tagsByNumber = (projectId: string, numbers: ReadonlyArray<string> | null) =>
  queryOptions({
    queryKey: ["devices", projectId, "by number", numbers],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const found = new Map<string, string>()
      for (const number of (numbers ?? []).slice(0, MAX_NUMBERS)) {
        const { items } = await call("GET", "/devices/", {
          query: { project_id: projectId, external_id: number, limit: 1 },
          signal
        })
        if (items[0] !== undefined) found.set(number.toLowerCase(), items[0].id)
      }
      return found
    },
    enabled: numbers !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })
