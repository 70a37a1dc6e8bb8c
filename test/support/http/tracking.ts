// The records that most stories begin with, made over HTTP.
import { Effect } from "effect"
import { TestServer } from "./server.ts"

/** An id that no record has. */
export const NOBODY = "01890000-0000-7000-8000-00000000dead"
export const COW = "00000000-0000-7000-8000-000000000102"

/** Sends a request that must answer with `status`; its body. */
export const expectStatus = Effect.fnUntraced(function* (
  status: number,
  method: string,
  path: string,
  body?: unknown
) {
  const { send } = yield* TestServer
  const answer = yield* send(method, path, body === undefined ? {} : { body })
  if (answer.status !== status)
    return yield* Effect.die(
      new Error(`${method} ${path} answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`)
    )
  return answer.body
})

let made = 0
/** A name nobody else has in this run. */
export const fresh = (what: string) => `${what} ${++made}`

export const makeProject = (more: object = {}) =>
  expectStatus(201, "POST", "/projects", { name: fresh("Project"), ...more })

export const makeEntity = (projectId: string, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${projectId}/entities`, {
    entity_type_id: COW,
    name: fresh("Cow"),
    ...more
  })

export const makeSource = (more: object = {}) =>
  expectStatus(201, "POST", "/data-sources", { name: fresh("Source"), adapter_key: "generic_http", ...more })

export const makeDevice = (more: object = {}) =>
  expectStatus(201, "POST", "/devices", { name: fresh("Collar"), ...more })

/** A square of `size` degrees with its south-west corner at `lon`, `lat`. */
export const square = (lon: number, lat: number, size = 0.01) => ({
  type: "Polygon",
  coordinates: [
    [
      [lon, lat],
      [lon + size, lat],
      [lon + size, lat + size],
      [lon, lat + size],
      [lon, lat]
    ]
  ]
})
