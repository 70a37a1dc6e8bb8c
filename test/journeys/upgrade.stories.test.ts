// An older release's database under the present program: the release wrote it itself, while rules were in the
// middle of things, and was stopped with a report that it had answered and nobody had judged
// (test/support/upgrade says how it was made).
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runCommand } from "../../src/cli/commands.ts"
import { readMigrations, MIGRATIONS_FOLDER } from "../../src/store/sql/Migrations.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { EmptyDatabase, LoginSql } from "../support/sql/database.ts"
import { locksOn } from "../support/sql/locks.ts"
import { launchService, type Service } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { before, loadBefore } from "../support/upgrade/loadBefore.ts"
import { type Client, type Made, makeClient, until } from "./client.ts"
import { startAsAdmin } from "./startAsAdmin.ts"

const EmptySql = LoginSql.pipe(Layer.provideMerge(EmptyDatabase))
const { known, tables } = before
const at = `/projects/${known.project}`
const rows = (table: string) => tables[table] as ReadonlyArray<Readonly<Record<string, string>>>
const named = (table: string, name: string) => rows(table).find((row) => row["name"] === name)!["id"]!
const minute = (n: number) => new Date(known.began + n * 60_000).toISOString()

interface Event extends Made {
  readonly title: string
  readonly time: string
  readonly late: boolean
  readonly superseded: boolean
  readonly ended_at: string | null
}

interface Alert extends Made {
  readonly title: string
  readonly status: string
  readonly steps: ReadonlyArray<{ readonly note: string | null }>
}

const start = (directory: string) => startAsAdmin(directory, known.admin_token)

const eventsOf = ({ all }: Client) => all<Event>(`${at}/events`)
const told = (events: ReadonlyArray<Event>) => events.map((e) => [e.title, e.time, e.superseded])

/** Whatever that release showed is shown, to whoever was shown it. */
const readBack = Effect.fnUntraced(function* ({ origin }: Service, { all, ask, get, post }: Client) {
  const reader = makeClient({ origin, token: known.reader_token })
  const events = yield* eventsOf(reader)
  assert.includeMembers(
    events.map((e) => e.id),
    rows("events").map((e) => e["id"]!)
  )
  for (const row of rows("alerts")) {
    const alert = yield* reader.get<Alert>(`${at}/alerts/${row["id"]}`)
    assert.deepStrictEqual([alert.title, alert.status], [row["title"], row["status"]])
    assert.deepStrictEqual(
      alert.steps.map((s) => s.note),
      rows("alert_steps")
        .filter((s) => s["alert_id"] === alert.id)
        .map((s) => s["note"]!)
    )
  }
  for (const event of rows("events")) {
    const page = yield* reader.get<{
      readonly trace: { readonly steps: ReadonlyArray<unknown> } | null
      readonly deliveries: ReadonlyArray<{ readonly status: string; readonly attempts: number }>
    }>(`${at}/events/${event["id"]}`)
    assert.isAbove(page.trace!.steps.length, 2)
    assert.deepStrictEqual(
      page.deliveries.map(({ attempts, status }) => [attempts, status]),
      [[1, "sent"]]
    )
    // from its own version, and the records and fences of then
    assert.deepStrictEqual(yield* post<object>(`${at}/events/${event["id"]}/verify`, undefined), {
      result: "match",
      difference: []
    })
  }
  const run = yield* reader.get<{ readonly result: unknown }>(`${at}/analyses/${known.run}`)
  assert.deepStrictEqual(run.result, rows("analysis_runs")[0]!["result"])
  assert.lengthOf(yield* all(`${at}/positions`), rows("positions").length)
  assert.lengthOf(yield* all(`${at}/features`), 1)
  assert.isNotNull(
    (yield* reader.get<{ readonly project_id: string | null }>(`${at}/metrics/temperature`)).project_id
  )
  assert.strictEqual(
    (yield* get<{ readonly name: string }>(`/devices/${named("devices", "Collar of Alma")}`)).name,
    "Collar of Alma"
  )

  // the password of then, and the part of the herd that its owner sees
  const login = yield* Effect.promise(
    () =>
      fetch(`${origin}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ines@example.org", password: known.password })
      })
    // on a busy machine it says to come again
  ).pipe(Effect.repeat({ until: ({ status }) => status !== 503, schedule: Schedule.spaced("1 second") }))
  assert.strictEqual(login.status, 200)
  const seen = yield* Effect.promise(() =>
    fetch(`${origin}/api/v1${at}/events`, {
      headers: {
        cookie: login.headers
          .getSetCookie()
          .map((cookie) => cookie.split(";")[0])
          .join("; ")
      }
    }).then((answer) => answer.json() as Promise<{ readonly items: ReadonlyArray<Event> }>)
  )
  assert.deepStrictEqual(
    seen.items.map((e) => e.title),
    ["Clara at 39.6"]
  )
  assert.strictEqual((yield* ask("GET", `${at}/members/${rows("members")[0]!["user_id"]}`)).status, 200)
})

interface Measured {
  readonly status: string
  readonly input_count: number
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Another run as that one, asked for and not yet computed. */
const queueRun = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`
    insert into analysis_runs (id, project_id, module, parameters, subject_ids, method_version)
    select gen_random_uuid(), project_id, module, parameters, subject_ids, method_version
    from analysis_runs where id = ${known.run}::uuid
    returning id`
  return row!.id
})

const doctor = Effect.fnUntraced(function* (directory: string, port: number) {
  const said: Array<string> = []
  const env = {
    DATA_DIR: `${directory}/data`,
    PORT: String(port),
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    ADMIN_TOKEN: known.admin_token
  }
  const code = yield* Effect.promise(() =>
    runCommand(["doctor"], env, {
      say: (line) => void said.push(line),
      complain: (line) => void said.push(line),
      progress: () => {}
    })
  )
  return { code, said: said.join("\n") }
})

describe("an upgrade", () => {
  it.live(
    "finds everything that was there, and rules go on where they were: nothing is forgotten, and nothing told twice",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* loadBefore
          const queued = yield* queueRun
          const directory = yield* temporaryDirectory
          const { client, service } = yield* start(directory)
          const { all, get, post } = client

          // a run that waited is computed, though its release kept no plan: by this one's method, of the same fixes
          const run = yield* until(
            "the run that was queued",
            get<Measured>(`${at}/analyses/${queued}`),
            ({ status }) => status === "completed"
          )
          const { input_count, parameters } = yield* get<Measured>(`${at}/analyses/${known.run}`)
          assert.deepStrictEqual([run.input_count, run.parameters], [input_count, parameters])

          // Alma's hold ends at its deadline. Berta's does not: the report that nobody had judged says that
          // she came back.
          const now = yield* until("the hold", eventsOf(client), ({ length }) => length === 4)
          assert.sameDeepMembers(told(now), [
            ["Alma left Home", minute(58), false],
            ["Berta left Home", minute(58), false],
            ["Clara at 39.6", minute(42), false],
            ["Alma stayed away from Home", minute(60), false]
          ])
          assert.lengthOf(yield* all(`${at}/alerts`), 4)
          yield* readBack(service, client)

          // the open episode ends, once, and the next one is another, told by the version that came after
          const send = (to: Client, said: object) =>
            Effect.map(
              to.ask<{ readonly accepted: number }>(
                "POST",
                `/ingest/http/${known.source}`,
                said,
                known.source_token
              ),
              ({ body }) => assert.strictEqual(body.accepted, 1)
            )
          for (const [n, temperature] of [
            [61, 38.2],
            [62, 38.1],
            [63, 40]
          ] as const)
            yield* send(client, { device: "clara", time: minute(n), measurements: { temperature } })
          const fevers = yield* until(
            "the next fever",
            Effect.map(eventsOf(client), (events) => events.filter((e) => e.title.startsWith("Clara"))),
            ({ length }) => length === 2
          )
          assert.deepStrictEqual(
            fevers.map((e) => [e.title, e.ended_at]),
            [
              ["Clara at 40 °C", null],
              ["Clara at 39.6", minute(61)]
            ]
          )

          // a device nobody knew then is made known now, and its report was kept
          const [unknown] = yield* all<Made>("/unknown-identities")
          const {
            items: [made]
          } = yield* post<{ readonly items: ReadonlyArray<{ readonly device_id: string }> }>(
            "/unknown-identities/create-devices",
            { identity_ids: [unknown!.id], project_id: known.project }
          )
          const kept = yield* until(
            "the kept report",
            all<{ readonly time: string }>(`${at}/positions?device_id=${made!.device_id}`),
            ({ length }) => length === 1
          )
          assert.strictEqual(kept[0]!.time, minute(43))

          const { code, said } = yield* doctor(directory, service.port)
          assert.strictEqual(code, 0, said)
          // a second start tells nothing again: Alma comes home and leaves, and that is all that is new
          const events = yield* eventsOf(client)
          yield* until(
            "a delivery each",
            all<Made>(`${at}/deliveries`),
            ({ length }) => length === events.length
          )
          yield* service.stop
          const again = (yield* start(directory)).client
          for (const [n, lon] of [
            [64, 14.05],
            [65, 14.2]
          ] as const)
            yield* send(again, { device: "alma", time: minute(n), lat: 51.05, lon })
          const [newest, ...others] = yield* until(
            "the new event",
            eventsOf(again),
            ({ length }) => length > events.length
          )
          assert.deepStrictEqual(
            [newest!.title, newest!.time, others],
            ["Alma left Home", minute(65), events]
          )
          yield* until(
            "its delivery",
            again.all<Made>(`${at}/deliveries`),
            ({ length }) => length === events.length + 1
          )
        })
      ).pipe(Effect.provide(EmptySql)),
    120_000
  )

  it.live(
    "that is killed half-way leaves the database as it was, and the next start goes on",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* loadBefore
          const directory = yield* temporaryDirectory,
            databaseUrl = Redacted.value(yield* DatabaseUrl)
          const applied = Effect.map(
            sql<{ name: string }>`select name from schema_migrations order by id`,
            (found) => found.map(({ name }) => name)
          )
          const [past, missing] = [
            yield* applied,
            (yield* readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name)
          ]
          assert.isAbove(missing.length, past.length)
          const hasRevision = Effect.map(
            sql`select from information_schema.columns where table_name = 'members'
              and column_name = 'revision'`,
            ({ length }) => length > 0
          )

          // somebody reads the table that a later migration alters, so that it waits with the earlier ones
          // behind it
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`lock table jobs in access share mode`
              const half = yield* launchService({ directory, databaseUrl })
              yield* locksOn("jobs").pipe(
                Effect.repeat({
                  until: (locks) => locks.filter((lock) => !lock.granted).length === 1,
                  schedule: Schedule.spaced("20 millis")
                }),
                Effect.timeout("30 seconds")
              )
              yield* half.kill
            })
          )
          yield* until("the connection that was left", locksOn("members"), (locks) =>
            locks.every((lock) => lock.mode !== "AccessExclusiveLock")
          )
          assert.deepStrictEqual([yield* applied, yield* hasRevision], [past, false])

          const { client } = yield* start(directory)
          assert.deepStrictEqual([yield* applied, yield* hasRevision], [missing, true])
          // and maybe those of what was not judged yet
          assert.includeMembers(
            (yield* client.all<Alert>(`${at}/alerts`)).map((alert) => alert.id),
            rows("alerts").map((row) => row["id"]!)
          )
        })
      ).pipe(Effect.provide(EmptySql)),
    120_000
  )
})
