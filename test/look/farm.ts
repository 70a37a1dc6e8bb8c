// The service that is looked at: the demo in an empty folder, or one that runs already; and what of it the pages are
// about.
import { Effect, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import type { Alert } from "../../src/domain/event/Alert.ts"
import { embeddedPg } from "../../src/postgres/EmbeddedPg.ts"
import { type Client, makeClient, until } from "../journeys/client.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { startService } from "../support/processes/service.ts"

const DAY_MS = 86_400_000

export const EMAIL = "admin@localhost"
export const PASSWORD = "a meadow in the morning"

/** What of the service the pages are about. */
export interface Farm {
  readonly origin: string
  /** where `data` lies, as DATA_DIR; null: a service that runs already */
  readonly directory: string | null
  /** a project nobody is in */
  readonly empty: string
  /** the event of an alert with a figure beside its limit */
  readonly event: string
  /** the rule of that alert */
  readonly rule: string
  /** a fence */
  readonly fence: string
  /** an animal that left its fence, and its name */
  readonly animal: { readonly id: string; readonly name: string }
  /** what it wears */
  readonly device: string
  /** its API as the server admin */
  readonly client: Client
  /** of its database, as its owner; null: it runs elsewhere, and nothing is written past it */
  readonly databaseUrl: string | null
}

interface Running {
  readonly origin: string
  readonly token: string
  readonly databaseUrl: string | null
}

type Opened = Running & Pick<Farm, "directory">

interface Project {
  readonly id: string
  readonly slug: string
}

/** Somebody who runs one says where: ORIGIN and TOKEN of it. Else it is started, and gone at the end. */
const running = (at: Running | null): Effect.Effect<Opened, never, Scope> =>
  at === null
    ? Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const settings = { ADMIN_PASSWORD: PASSWORD }
        const { origin, token } = yield* startService({ directory, demo: true, settings })
        const { url } = yield* embeddedPg({ dataDir: join(directory, "data", "pg") })
        return { origin, token, databaseUrl: Redacted.value(url), directory }
      }).pipe(Effect.orDie)
    : Effect.succeed({ ...at, directory: null })

export const openFarm = Effect.fnUntraced(function* (at: Running | null) {
  const { databaseUrl, directory, origin, token } = yield* running(at)
  const client = makeClient({ origin, token })
  const projects = yield* until(
    "the demo project",
    client.all<Project>("/projects"),
    (all) => all.some(({ slug }) => slug === "demo"),
    120
  )
  const demo = projects.find(({ slug }) => slug === "demo")!
  const left = ({ event_type }: Alert) => event_type === "GEOFENCE_EXIT"
  const alerts = yield* until(
    "alerts of the demo",
    client.all<Alert>(`/projects/${demo.id}/alerts`),
    (all) => all.some(({ headline, rule }) => headline !== null && rule !== null) && all.some(left),
    180
  )
  if (!projects.some(({ slug }) => slug === "new-alp"))
    yield* client.post("/projects", { name: "New alp", slug: "new-alp", timezone: "Europe/Madrid" })
  const outside = alerts.find(left)!
  const runs = yield* client.all<object>(`/projects/${demo.id}/analyses`)
  if (runs.length === 0)
    for (const name of ["The last day", null])
      yield* client.post(`/projects/${demo.id}/analyses`, {
        module: "movement",
        name,
        parameters: {
          entity_ids: [outside.entity_id],
          time_from: new Date(Date.now() - DAY_MS).toISOString(),
          time_to: new Date().toISOString()
        }
      })
  const judged = alerts.find(({ headline, rule }) => headline !== null && rule !== null)!
  const [worn] = yield* client.all<{ readonly device_id: string }>(
    `/projects/${demo.id}/entity-assignments?entity_id=${outside.entity_id}&current=true`
  )
  const fences = yield* client.all<{ readonly id: string; readonly feature_type: string }>(
    `/projects/${demo.id}/features`
  )
  return {
    origin,
    directory,
    fence: fences.find(({ feature_type }) => feature_type === "geofence")!.id,
    empty: "new-alp",
    event: judged.event_id,
    rule: judged.rule!.id,
    animal: { id: outside.entity_id!, name: outside.entity_name! },
    device: worn!.device_id,
    client,
    databaseUrl
  } satisfies Farm
})
