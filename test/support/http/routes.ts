// Every route of the API, read from its contract: whatever is tested on all of them grows with it.
import { Context } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import { Api } from "../../../src/contract/Api.ts"
import { type Need, Needs } from "../../../src/contract/http/authorization.ts"
import { type Permission, permissions } from "../../../src/domain/access/Permission.ts"

export interface Route {
  /** such as `entities.create`, its operation id */
  readonly name: string
  readonly method: string
  /** below `/api/v1`, with `:names` */
  readonly path: string
  /** the names in the path */
  readonly names: ReadonlyArray<string>
  readonly need: Need | undefined
  readonly endpoint: HttpApiEndpoint.Top
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

/**
 * Whether an answer may be a stream, which is not among the successes that are read from a contract, or
 * something else that is.
 */
export const isStreamed = ({ name }: Route): boolean => name === "exports.direct"

export const routes: ReadonlyArray<Route> = (() => {
  const found: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, group, mergedAnnotations, successes }) => {
      const path = endpoint.path.replace("/api/v1", "")
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
      found.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path,
        names,
        need: Context.get(mergedAnnotations, Needs),
        endpoint,
        successes,
        errors
      })
    }
  })
  return found
})()

/** Whether what a route needs is a permission in a project, or in any. */
export const isPermission = (need: Need | undefined): need is Permission =>
  permissions.some((key) => key === need)

/** Names in paths of what is about one subject or more. */
export const ofSubjects = new Set([
  "alert_id",
  "assignment_id",
  "curation_id",
  "delivery_id",
  "device_id",
  "entity_id",
  "event_id",
  "export_id",
  "group_id",
  "identity_id",
  "job_id",
  "run_id",
  "subject_id",
  "trace_id"
])
