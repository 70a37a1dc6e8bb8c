// Every list of the API, from its contract: what must hold for lists is tested on all of them.
import { Effect, SchemaAST } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import { Api } from "../../../src/contract/Api.ts"
import { expectStatus, makeDevice, makeProject, makeSource, square } from "./tracking.ts"

/**
 * Paths of the endpoints that take a cursor, as templates below `/api/v1`. Shapes of a run and events on the
 * map are features by the thousand, and lists of another kind; so are explanations, of one moment.
 */
const templates: ReadonlyArray<string> = (() => {
  const found: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const query = endpoint.query?.ast
      if (
        query !== undefined &&
        SchemaAST.isObjects(query) &&
        query.propertySignatures.some(({ name }) => name === "cursor") &&
        !/\/(geometries|map\/events|explain)$/.test(endpoint.path)
      )
        found.push(endpoint.path.replace("/api/v1", "").replace(/\/$/, ""))
    }
  })
  return found
})()

/** The path of every list, with a project, a device, a rule and a data source of their own in it. */
export const listPaths = Effect.gen(function* () {
  const project = yield* makeProject()
  const device = yield* makeDevice(),
    source = yield* makeSource()
  const feature = yield* expectStatus(201, "POST", `/projects/${project.id}/features`, {
    feature_type: "zone",
    name: "Zone",
    geometry: square(0, 0)
  })
  const document = {
    trigger: { kind: "position" },
    scope: {},
    conditions: { type: "spatial", relation: "inside", feature_ids: [feature.id] },
    event: { event_type: "INSIDE", title: "{entity} is inside" }
  }
  const rule = yield* expectStatus(201, "POST", `/projects/${project.id}/rules`, { name: "Rule", document })
  const ids: Readonly<Record<string, string>> = {
    project_id: project.id,
    device_id: device.id,
    rule_id: rule.id,
    data_source_id: source.id
  }
  return templates.map((path) => path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? `:${name}`))
})
