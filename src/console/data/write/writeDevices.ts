// Changes of devices: create, change, release, remove; their external ids and their projects.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "../queryClient.ts"

/** The body to create a device. */
type NewDevice = Body<"POST", "/devices/">
/** The changed members of a device. */
export type DeviceChange = Body<"PATCH", "/devices/:device_id">
/** An external id of a device at a source. */
export type Identity = Answer<"GET", "/devices/:device_id/identities">["items"][number]
/** A span in which a device belongs to a project. */
export type ProjectSpan = Answer<"GET", "/devices/:device_id/project-assignments/">["items"][number]
/** The changed bounds of such a span. */
export type SpanChange = Body<"PATCH", "/devices/:device_id/project-assignments/:assignment_id">

/** MAX_SPANS is the maximum number of projects of a device that a page shows. */
const MAX_SPANS = 100

/** projectsOfDevice are the projects of a device that the user may see, newest first. */
export const projectsOfDevice = (deviceId: string) =>
  queryOptions({
    queryKey: ["device projects", deviceId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<ProjectSpan>> =>
      (
        await call("GET", "/devices/:device_id/project-assignments/", {
          params: { device_id: deviceId },
          query: { limit: MAX_SPANS },
          signal
        })
      ).items
  })

/** The first parts of the keys of queries that show devices. */
const SHOWN = ["device", "devices", "device identities", "device projects", "sources"] as const

/** rereadDevices refetches all queries that show devices. */
export const rereadDevices = async (): Promise<void> => {
  await Promise.all(SHOWN.map((first) => queryClient.invalidateQueries({ queryKey: [first] })))
}

/** makeDevice creates a device and returns its id; the caller refetches devices. @throws Refused */
export const makeDevice = async (body: NewDevice): Promise<string> =>
  (await call("POST", "/devices/", { body })).id

/** changeDevice changes the given members. @throws Refused */
export const changeDevice = async (deviceId: string, body: DeviceChange): Promise<void> => {
  await call("PATCH", "/devices/:device_id", { params: { device_id: deviceId }, body })
  await rereadDevices()
}

/**
 * removeDevice removes a device without records; the caller refetches devices. @throws Refused: 409 where it
 * has records
 */
export const removeDevice = async (deviceId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id", { params: { device_id: deviceId } })
}

/** releaseDevice allows any project to take a device over. @throws Refused */
export const releaseDevice = async (deviceId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/release", { params: { device_id: deviceId } })
  await rereadDevices()
}

/** addIdentity adds an external id of a source to a device. @throws Refused: 409 where another device has it */
export const addIdentity = async (deviceId: string, sourceId: string, externalId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/identities", {
    params: { device_id: deviceId },
    body: { data_source_id: sourceId, external_id: externalId }
  })
  await rereadDevices()
}

/** removeIdentity removes an external id from a device. @throws Refused */
export const removeIdentity = async (deviceId: string, identityId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id/identities/:identity_id", {
    params: { device_id: deviceId, identity_id: identityId }
  })
  await rereadDevices()
}

/** putInProject assigns a device to a project and returns the id of the assignment. @throws Refused */
export const putInProject = async (
  deviceId: string,
  body: Body<"POST", "/devices/:device_id/project-assignments/">
): Promise<string> =>
  (
    await call("POST", "/devices/:device_id/project-assignments/", {
      params: { device_id: deviceId },
      body
    })
  ).id

/** changeProjectSpan changes when a device belonged to a project. @throws Refused */
export const changeProjectSpan = async (
  deviceId: string,
  assignmentId: string,
  body: SpanChange
): Promise<void> => {
  await call("PATCH", "/devices/:device_id/project-assignments/:assignment_id", {
    params: { device_id: deviceId, assignment_id: assignmentId },
    body
  })
}

/** removeProjectSpan removes an assignment that was made by mistake. @throws Refused */
export const removeProjectSpan = async (deviceId: string, assignmentId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id/project-assignments/:assignment_id", {
    params: { device_id: deviceId, assignment_id: assignmentId }
  })
}
