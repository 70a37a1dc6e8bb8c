// Makes `before.json`: the tables of an older release as that release wrote them. Its program runs for real,
// in a checkout of its own, on a database of its own, and is told everything over HTTP; only its member, whom
// it could not make yet, is a row put in by hand.
//
//   git worktree add ../older b3e651a && (cd ../older && npm ci)
//   node test/support/upgrade/record.ts ../older > test/support/upgrade/before.json
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Made, until } from "../../journeys/client.ts"
import { embeddedPg } from "../../../src/postgres/EmbeddedPg.ts"
import { temporaryDirectory } from "../machine.ts"
import { COW } from "../http/tracking.ts"
import { HOME, startOlder, TOKEN, writeDown } from "./olderRelease.ts"

const PASSWORD = "a meadow in the morning mist"
/** Longer than recording takes from the fixes that begin the holds; the test runs later than that. */
const HOLD_SECONDS = 120

/** Takes every message. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((request, response) => {
      request.resume().once("end", () => response.writeHead(204).end())
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) => Effect.sync(() => void server.close())
)

const tell = Effect.fnUntraced(function* (
  { all, ask, get, post }: Effect.Success<ReturnType<typeof startOlder>>,
  webhook: string
) {
  const project = (yield* post("/projects", {
      name: "North range",
      slug: "north",
      timezone: "Europe/Berlin"
    })).id,
    at = `/projects/${project}`
  yield* post(`${at}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [14, 51],
          [14.1, 51],
          [14.1, 51.1],
          [14, 51.1],
          [14, 51]
        ]
      ]
    }
  })
  const rule = (name: string, document: object) => post(`${at}/rules`, { name, enabled: true, document })
  yield* rule("Left", {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    event: { event_type: "LEFT", severity: "warning", title: "{entity} left {feature}", create_alert: true }
  })
  const away = yield* rule("Away", {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    for_seconds: HOLD_SECONDS,
    event: {
      event_type: "AWAY",
      severity: "critical",
      title: "{entity} stayed away from {feature}",
      create_alert: true
    }
  })
  const fever = yield* rule("Fever", {
    trigger: { kind: "measurement", metric_key: "temperature" },
    conditions: { type: "threshold", metric: "temperature", op: ">", value: 39 },
    event: { event_type: "FEVER", title: "{entity} at {value}", create_alert: true }
  })
  yield* post(`${at}/automations`, { name: "Tell the station", actions: [{ type: "webhook", url: webhook }] })

  const source = yield* post<Made & { readonly token: string }>("/data-sources", {
    name: "Collars",
    adapter_key: "generic_http",
    project_ids: [project]
  })
  const cows = yield* Effect.forEach(["Alma", "Berta", "Clara"], (name) =>
    Effect.gen(function* () {
      const cow = yield* post(`${at}/entities`, { name, entity_type_id: COW })
      const device = yield* post("/devices", {
        name: `Collar of ${name}`,
        external_id: name.toLowerCase(),
        data_source_id: source.id
      })
      yield* post(`/devices/${device.id}/project-assignments`, {
        project_id: project,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* post(`${at}/entity-assignments`, {
        device_id: device.id,
        entity_id: cow.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      return cow
    })
  )
  const began = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  /** A report so many minutes after the beginning. */
  const report = (device: string, minute: number, said: object) =>
    ask(
      "POST",
      `/ingest/http/${source.id}`,
      { device, time: new Date(began + minute * 60_000).toISOString(), ...said },
      source.token
    )
  const fix = (device: string, minute: number, lon: number) =>
    report(device, minute, { lat: 51.05, lon: 14 + lon })

  for (let minute = 0; minute < 40; minute += 10)
    for (const cow of ["alma", "berta", "clara"]) yield* fix(cow, minute, HOME + minute / 10_000)
  yield* report("clara", 41, { measurements: { temperature: 38.5 } })
  yield* report("clara", 42, { measurements: { temperature: 39.6 } })
  yield* report("nobody", 43, { lat: 51.05, lon: 14 + HOME })
  yield* fix("alma", 58, 0.2)
  yield* fix("berta", 58, 0.2)
  const alerts = yield* until(
    "the alerts",
    all<Made & { readonly title: string }>(`${at}/alerts`),
    ({ length }) => length === 3
  )
  yield* until(
    "the holds",
    all<{ readonly pending_until: string | null }>(`${at}/rules/${away.id}/state`),
    (states) => states.filter((s) => s.pending_until !== null).length === 2
  )
  yield* until(
    "the deliveries",
    all<{ readonly status: string }>(`${at}/deliveries`),
    (items) => items.length === 3 && items.every(({ status }) => status === "sent")
  )
  yield* post(`${at}/alerts/${alerts.find(({ title }) => title.startsWith("Clara"))!.id}/acknowledge`, {
    note: "The vet comes at noon."
  })
  yield* post(`${at}/alerts/${alerts.find(({ title }) => title.startsWith("Berta"))!.id}/resolve`, {
    note: "The gate was open."
  })
  yield* ask("PUT", `${at}/rules/${fever.id}/document`, {
    document: {
      trigger: { kind: "measurement", metric_key: "temperature" },
      conditions: { type: "threshold", metric: "temperature", op: ">", value: 39 },
      event: { event_type: "FEVER", severity: "warning", title: "{entity} at {value} °C", create_alert: true }
    }
  })

  const run = yield* post(`${at}/analyses`, {
    module: "movement",
    name: "The hour",
    parameters: {
      entity_ids: [cows[0]!.id],
      time_from: new Date(began - 60_000).toISOString(),
      time_to: new Date(began + 3_600_000).toISOString(),
      methods: ["mcp"]
    }
  })
  yield* until(
    "the run",
    get<{ readonly status: string }>(`${at}/analyses/${run.id}`),
    ({ status }) => status === "completed",
    60
  )
  const keeper = yield* post("/users", { email: "ines@example.org", name: "Ines", password: PASSWORD })
  const reader = yield* post<Made & { readonly token: string }>("/auth/tokens", {
    name: "Dashboard",
    scopes: ["project:read", "traces:read"],
    project_ids: [project]
  })
  return {
    project,
    source: source.id,
    source_token: source.token,
    run: run.id,
    keeper: keeper.id,
    reader_token: reader.token,
    clara: cows[2]!.id,
    began,
    back: { device: "berta", time: new Date(began + 59.5 * 60_000).toISOString(), lat: 51.05, lon: 14 + HOME }
  }
})

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = (yield* embeddedPg({ dataDir: join(directory, "pg") })).url
  const place = { databaseUrl: Redacted.value(url), directory }
  // it listens on TCP
  const webhook = `http://127.0.0.1:${((yield* receiver).address() as AddressInfo).port}/`
  const told = yield* Effect.scoped(
    Effect.flatMap(startOlder("all", place), (client) => tell(client, webhook))
  )
  const sql = yield* PgClient.makeClient({ url })
  yield* sql`insert into members (project_id, user_id, role, scope_groups, scope_entities, scope_devices)
    values (${told.project}::uuid, ${told.keeper}::uuid, 'viewer', '{}', array[${told.clara}::uuid], '{}')`
  // what nobody has judged yet: the engine is not at work
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { ask } = yield* startOlder("serve", place)
      const { status } = yield* ask("POST", `/ingest/http/${told.source}`, told.back, told.source_token)
      if (status !== 202) return yield* Effect.die(`the last report was answered ${status}`)
    })
  )
  const { back: _, keeper: __, clara: ___, ...known } = told
  const head = { known: { ...known, admin_token: TOKEN, password: PASSWORD } }
  process.stdout.write(yield* Effect.provideService(writeDown(head), PgClient.PgClient, sql))
})

await Effect.runPromise(main.pipe(Effect.scoped, Effect.provide(Reactivity.layer)))
