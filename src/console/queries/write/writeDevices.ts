// Writes devices: made, changed, released, removed; what sources call them, and which projects they are in.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../../api/call.ts"
import { queryClient } from "../queryClient.ts"

export type NewDevice = Body<"POST", "/devices/">
export type DeviceChange = Body<"PATCH", "/devices/:device_id">
export type Identity = Answer<"GET", "/devices/:device_id/identities">["items"][number]
export type ProjectSpan = Answer<"GET", "/devices/:device_id/project-assignments/">["items"][number]
export type SpanChange = Body<"PATCH", "/devices/:device_id/project-assignments/:assignment_id">

/** Projects of a device that a page shows. */
const MAX_SPANS = 100

/** projectsOfDevice are the projects that a device was in, newest first, as far as one sees them. */
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

/** What shows devices, by the first part of its key. */
const SHOWN = ["device", "devices", "device identities", "device projects", "sources"] as const

/** rereadDevices makes every page that shows devices read them again. */
export const rereadDevices = async (): Promise<void> => {
  await Promise.all(SHOWN.map((first) => queryClient.invalidateQueries({ queryKey: [first] })))
}

/** makeDevice makes a device and returns its id; the caller reads devices again. @throws Refused */
export const makeDevice = async (body: NewDevice): Promise<string> =>
  (await call("POST", "/devices/", { body })).id

/** changeDevice changes the members that are given. @throws Refused as the server said */
export const changeDevice = async (deviceId: string, body: DeviceChange): Promise<void> => {
  await call("PATCH", "/devices/:device_id", { params: { device_id: deviceId }, body })
  await rereadDevices()
}

/**
 * removeDevice removes a device that has sent nothing; the caller reads devices again. @throws Refused: 409
 * where it has records
 */
export const removeDevice = async (deviceId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id", { params: { device_id: deviceId } })
}

/** releaseDevice lets any project take a device over. @throws Refused as the server said */
export const releaseDevice = async (deviceId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/release", { params: { device_id: deviceId } })
  await rereadDevices()
}

/** addIdentity says what a source calls a device. @throws Refused: 409 where another device is called so */
export const addIdentity = async (deviceId: string, sourceId: string, externalId: string): Promise<void> => {
  await call("POST", "/devices/:device_id/identities", {
    params: { device_id: deviceId },
    body: { data_source_id: sourceId, external_id: externalId }
  })
  await rereadDevices()
}

/** removeIdentity takes a name away from a device. @throws Refused as the server said */
export const removeIdentity = async (deviceId: string, identityId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id/identities/:identity_id", {
    params: { device_id: deviceId, identity_id: identityId }
  })
  await rereadDevices()
}

/** putInProject puts a device in a project and returns the id of the assignment. @throws Refused */
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

/** changeProjectSpan changes when a device was in a project. @throws Refused as the server said */
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

/** removeProjectSpan removes an assignment that never was. @throws Refused as the server said */
export const removeProjectSpan = async (deviceId: string, assignmentId: string): Promise<void> => {
  await call("DELETE", "/devices/:device_id/project-assignments/:assignment_id", {
    params: { device_id: deviceId, assignment_id: assignmentId }
  })
}
