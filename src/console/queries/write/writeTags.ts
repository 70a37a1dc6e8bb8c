// Puts tags on animals: a device that is there, handed over where another animal wears it, or a new one.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../../api/call.ts"
import { everyPage } from "../../api/everyPage.ts"
import { makeDevice, putInProject } from "./writeDevices.ts"
import { putOn } from "./writeWorn.ts"

export type Device = Answer<"GET", "/devices/:device_id">
type Assignment = Answer<"GET", "/projects/:project_id/entity-assignments/">["items"][number]

/** Items of a page of what is read whole. */
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

/** TagWanted is what an animal is to wear: a device that is there, or a new one. */
export type TagWanted =
  | { readonly kind: "here"; readonly deviceId: string }
  | {
      readonly kind: "new"
      readonly name: string
      /** null: the tag sends nothing yet */
      readonly identity: { readonly sourceId: string; readonly externalId: string } | null
    }

/** Steps of a tag that are done: what is refused later is tried again from there. */
export interface TagDone {
  deviceId?: string
  isInProject?: boolean
}

const makeTag = ({ identity, name }: Extract<TagWanted, { kind: "new" }>): Promise<string> =>
  makeDevice({
    name,
    ...(identity === null ? {} : { data_source_id: identity.sourceId, external_id: identity.externalId })
  })

/** worn is the assignment of a device that holds now; undefined: no animal wears it. */
const wornNow = async (projectId: string, deviceId: string): Promise<Assignment | undefined> =>
  (
    await call("GET", "/projects/:project_id/entity-assignments/", {
      params: { project_id: projectId },
      query: { device_id: deviceId, current: "true", limit: 1 }
    })
  ).items[0]

/**
 * putTag puts a tag on an animal from a moment on (RFC 3339); who wears it now wears it until then. `done`
 * keeps the steps that are done.
 *
 * @throws Refused as the server said
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
  // at once: no moment is without a wearer, or with two
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

/** Numbers that are looked up at once; tags beyond them are found by name alone. */
const MAX_NUMBERS = 200

/** tagsByNumber are devices by what a source calls them, in small letters; null: not to be read yet. */
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
