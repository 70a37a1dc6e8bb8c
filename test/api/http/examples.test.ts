// The examples of the OpenAPI document, executed: every body that is shown as an example is sent as it is,
// but for the ids in it, which are those of things that are there, and for the moments to come, which come.
// It answers what the document says, in a body that fits the schema it names.
import { assert, it, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Effect } from "effect"
import type * as OpenApi from "effect/http-api/OpenApi"
import * as SqlClient from "effect/sql/SqlClient"
import { makeOpenApi } from "../../../src/contract/openApi.ts"
import { begin, register } from "../../support/http/oauth.ts"
import { browse, browserOf, cookieOf, logIn, makePerson, PASSWORD } from "../../support/http/people.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../support/http/tracking.ts"

const document = makeOpenApi()

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, "openapi")
const pointer = (...steps: ReadonlyArray<string>) =>
  steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

interface Shown {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly example: unknown
  /** the status of success, and what its body has to fit; null: it has none */
  readonly status: number
  readonly fits: ReturnType<typeof ajv.compile> | null
}

/** Every example of a request. */
const shown: ReadonlyArray<Shown> = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, OpenApi.OpenAPISpecOperation>).flatMap(
    ([method, { requestBody, responses }]) => {
      const { $ref, ...inline } = (requestBody?.content?.["application/json"]?.schema ?? {}) as {
        readonly $ref?: string
        readonly examples?: ReadonlyArray<unknown>
      }
      const { examples = [] } =
        $ref === undefined
          ? inline
          : (document.components.schemas[$ref.replace("#/components/schemas/", "")] as typeof inline)
      const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith("2"))!
      const fits =
        answer.content?.["application/json"] === undefined
          ? null
          : ajv.compile({
              $ref: `openapi#${encodeURI(
                pointer("paths", path, method, "responses", status, "content", "application/json", "schema")
              )}`
            })
      return examples.map((example) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replace("/api/v1", ""),
        example,
        status: Number(status),
        fits
      }))
    }
  )
)

type Things = Readonly<Record<string, string | number>>

const soon = () => new Date(Date.now() + 3_600_000).toISOString()

/** An example with the ids of what is there, and a future that is one. */
const real = (things: Things, value: unknown, key = ""): unknown => {
  if (Array.isArray(value))
    return key.endsWith("_ids") ? [things[key.slice(0, -1)]] : value.map((item) => real(things, item))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, real(things, member, name)])
    )
  return key === "until" || key === "expires_at" ? soon() : (things[key] ?? value)
}

/** Who reports without being known. */
const makeStranger = Effect.fnUntraced(function* (source: { readonly id: string; readonly token: string }) {
  const { send } = yield* TestServer
  const device = fresh("stranger")
  yield* send("POST", `/ingest/http/${source.id}`, {
    token: source.token,
    body: [{ device, time: "2026-04-01T08:00:00Z", lat: 51, lon: 10 }]
  })
  const { items } = yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`)
  return items.find((one: { readonly external_id: string }) => one.external_id === device).id as string
})

/** A project with one of each that examples speak of. */
const makeThings = Effect.gen(function* () {
  const { send } = yield* TestServer
  const { id: project } = yield* makeProject(),
    source = yield* makeSource({ project_ids: [project] })
  const { id: entity } = yield* makeEntity(project),
    { id: device } = yield* makeDevice({ external_id: "worn", data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${device}/project-assignments`, {
    project_id: project,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* send("POST", `/ingest/http/${source.id}`, {
    token: source.token,
    body: [{ device: "worn", time: "2026-04-01T08:00:00Z", lat: 51, lon: 10 }]
  })
  const worn = yield* expectStatus(201, "POST", `/projects/${project}/entity-assignments`, {
    device_id: device,
    entity_id: entity,
    valid_from: "2026-02-01T00:00:00Z",
    valid_to: "2026-04-01T06:00:00Z"
  })
  const {
    items: [position]
  } = yield* expectStatus(200, "GET", `/projects/${project}/positions?device_id=${device}`)
  const { alert } = yield* expectStatus(201, "POST", `/projects/${project}/events`, {
    event_type: "WOLF_SEEN",
    title: "A wolf",
    create_alert: true
  })
  const rule = yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
    name: "Fast",
    enabled: true,
    document: {
      trigger: { kind: "position" },
      conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 1 },
      event: { event_type: "FAST", title: "x" }
    }
  })
  const automation = yield* expectStatus(201, "POST", `/projects/${project}/automations`, {
    name: "Tell the rangers",
    enabled: true,
    actions: [{ type: "email", to: ["ranger@example.org"] }]
  })
  const begun = yield* expectStatus(200, "POST", `/projects/${project}/imports`, {
    file_name: "walk.csv",
    size_bytes: 62,
    sha256: "0".repeat(64),
    answers: {}
  })
  return {
    automation_id: automation.id,
    import_id: begun.import.id,
    project_id: project,
    data_source_id: source.id,
    entity_id: entity,
    subject_id: entity,
    device_id: device,
    assignment_id: worn.id,
    position_id: position.id,
    alert_id: alert.id,
    rule_id: rule.id,
    identity_id: yield* makeStranger(source)
  } satisfies Things
})

/** What has to be so before an example makes sense. */
const before: Readonly<Record<string, (things: Things) => Effect.Effect<unknown, never, TestServer>>> = {
  "POST /api/v1/projects/{project_id}/alerts/{alert_id}/reopen": ({ alert_id, project_id }) =>
    expectStatus(200, "POST", `/projects/${project_id}/alerts/${alert_id}/resolve`),
  // a device comes into a project once
  "POST /api/v1/devices/{device_id}/project-assignments": ({ device_id }) =>
    Effect.gen(function* () {
      const {
        items: [one]
      } = yield* expectStatus(200, "GET", `/devices/${device_id}/project-assignments`)
      yield* expectStatus(204, "DELETE", `/devices/${device_id}/project-assignments/${one.id}`)
    }),
  "POST /api/v1/projects/{project_id}/members": () =>
    makePerson({ email: "ines@example.org", password: PASSWORD }),
  "POST /api/v1/auth/login": () => makePerson({ email: "ines@example.org", password: PASSWORD })
}

/** The admin's browser, which an AI client has sent. */
const sentByClient = Effect.gen(function* () {
  const { consentId, cookie } = yield* begin((yield* register()).body.client_id)
  const session = cookieOf(yield* logIn("admin@example.org", "correct horse battery"))
  return { consentId, ask: yield* browse(`${session}; ${cookie}`) }
})

it("the OpenAPI document has examples of its bodies", () => assert.isAtLeast(shown.length, 30))

layer(serve({ demos: () => Effect.void }), { excludeTestServices: true, timeout: "60 seconds" })(
  "an example of the OpenAPI document",
  (it) => {
    for (const { example, fits, method, name, path, status } of shown) {
      it.effect(`${name} answers ${status}, as described`, () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const things: Things = yield* makeThings
          // of another example
          yield* sql`update users set email = id || '@example.org' where email = 'ines@example.org'`
          yield* before[name]?.(things) ?? Effect.void
          const sentBy = path.includes("/consents/") ? yield* sentByClient : null
          const ask = name.endsWith("/auth/password")
            ? yield* browserOf(yield* makePerson({ password: PASSWORD }))
            : (sentBy?.ask ?? send)
          const reached: Things = sentBy === null ? things : { ...things, consent_id: sentBy.consentId ?? "" }
          const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => String(reached[parameter]))
          const answer = yield* ask(method, filled, { body: real(things, example) })
          assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
          if (fits !== null)
            assert.isTrue(fits(answer.body), `${ajv.errorsText(fits.errors)}: ${JSON.stringify(answer.body)}`)
        })
      )
    }
  }
)
