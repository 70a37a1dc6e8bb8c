// A herd with fixes and pastures, and everything a person does with analyses of it, over HTTP, with the real
// processes.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import ExcelJS from "exceljs"
import { type ExportPart, exportParts } from "../../src/contract/groups/analyses/exportParts.ts"
import { titleOfModule } from "../../src/domain/analysis/catalogue.ts"
import type { Run } from "../../src/domain/analysis/Run.ts"
import { reportOf } from "../../src/figures/report/reportOf.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { type Client, listen, makeClient, type Made, type Message, until } from "./client.ts"
import { addCollar, type Fix, makeHerd, send } from "./herd.ts"

const BEGIN = Date.parse("2025-03-01T00:00:00Z"),
  HOUR = 3_600_000,
  HOURS = 240
const iso = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString()

/**
 * Ten days, hourly: Alma walks to and fro, five days in the west and five in the east; Berta stands in the
 * west; Cleo walks in no pasture.
 */
const places: Readonly<Record<string, (hour: number) => readonly [lon: number, lat: number]>> = {
  Alma: (hour) => [hour < HOURS / 2 ? 10.02 : 10.12, 50.02 + (hour % 2) * 0.01],
  Berta: () => [10.03, 50.03],
  Cleo: (hour) => [10.3, 50 + (hour % 2) * 0.01]
}
/** A hundredth of a degree on the sphere of the specification, in km. */
const STEP_KM = (6371.0088 * Math.PI) / 180 / 100
/** Each half of the time has 120 fixes, an hour apart. */
const HALF_HOURS = 119

const pasture = (west: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 50],
      [west + 0.05, 50],
      [west + 0.05, 50.05],
      [west, 50.05],
      [west, 50]
    ]
  ]
})

interface Estimate {
  readonly fixes: number
  readonly subjects: ReadonlyArray<{ readonly name: string; readonly fixes: number }>
  readonly areas?: ReadonlyArray<{ readonly name: string; readonly hectares: number }>
}
interface Shapes {
  readonly features: ReadonlyArray<{ readonly id: number; readonly properties: { readonly kind: string } }>
  readonly next_cursor: string | null
}

const isOver = ({ status }: Run) => status !== "queued" && status !== "running"

/** A part of a result as it is downloaded. */
const download = ({ origin, token }: Service, run: string, what: string, format: string) =>
  Effect.promise(async () => {
    const answer = await fetch(`${origin}/api/v1${run}/export?what=${what}&format=${format}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    return {
      status: answer.status,
      name: answer.headers.get("content-disposition") ?? "",
      bytes: Buffer.from(await answer.arrayBuffer())
    }
  })

/** Reads a run to its end, and how far it said it was each time. */
const follow = (client: Client, path: string) =>
  Effect.gen(function* () {
    const progress: Array<number> = []
    const run = yield* until(
      "the end of the run",
      Effect.tap(client.get<Run>(path), (seen) => Effect.sync(() => progress.push(seen.progress))),
      isOver,
      30
    )
    assert.strictEqual(run.status, "completed", run.error_message ?? "")
    assert.deepStrictEqual(
      progress,
      progress.toSorted((a, b) => a - b),
      "progress never goes back"
    )
    assert.strictEqual(progress.at(-1), 100)
    return run
  })

layer(TestSql, { timeout: "120 seconds", excludeTestServices: true })("an analysis of a herd", (it) => {
  it.effect(
    "is estimated, run, read, drawn, exported, run again to the same bytes, cancelled and removed",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const service = yield* startService({
            directory: yield* temporaryDirectory,
            databaseUrl: Redacted.value(yield* DatabaseUrl)
          })
          const client = makeClient(service)
          const herd = yield* makeHerd(client, "north")
          const path = `/projects/${herd.projectId}/analyses`
          const heard: Array<Message> = []
          yield* listen(service, herd.projectId, "0", heard)

          const animals = new Map<string, string>()
          for (const [name, placeAt] of Object.entries(places)) {
            animals.set(name, (yield* addCollar(client, herd, name)).entityId!)
            const fixes = Array.from({ length: HOURS }, (_, hour): Fix => ({
              device: name,
              time: iso(hour),
              lon: placeAt(hour)[0],
              lat: placeAt(hour)[1]
            }))
            assert.strictEqual((yield* send(client, herd, fixes)).body.accepted, HOURS)
          }
          const addZone = (name: string, west: number) =>
            Effect.map(
              client.post(`/projects/${herd.projectId}/features`, {
                feature_type: "zone",
                name,
                geometry: pasture(west)
              }),
              ({ id }) => id
            )
          const [west, east] = [yield* addZone("West", 10), yield* addZone("East", 10.1)]

          const period = {
            time_from: iso(HOURS / 2),
            time_to: iso(HOURS),
            comparison: { time_from: iso(0), time_to: iso(HOURS / 2) }
          }
          const asked = {
            movement: { module: "movement", parameters: { entity_ids: [...animals.values()], ...period } },
            grazing: {
              module: "grazing",
              parameters: { entity_ids: [...animals.values()], feature_ids: [west, east], ...period }
            }
          }

          const estimateOf = ({ module, parameters }: typeof asked.movement) =>
            client.get<Estimate>(
              `${path}/estimate?module=${module}&parameters=${encodeURIComponent(JSON.stringify(parameters))}`
            )
          assert.deepStrictEqual(
            (yield* estimateOf(asked.movement)).subjects.map((s) => [s.name, s.fixes]),
            [
              ["Alma", HOURS],
              ["Berta", HOURS],
              ["Cleo", HOURS]
            ]
          )
          const estimate = yield* estimateOf(asked.grazing)
          assert.strictEqual(estimate.fixes, 3 * HOURS)
          assert.deepStrictEqual(
            estimate.areas?.map((a) => [a.name, Math.round(a.hectares / 10)]),
            [
              ["West", 199],
              ["East", 199]
            ]
          )

          const runs: Record<"movement" | "grazing", Run> = {
            movement: yield* client.post<Run>(path, asked.movement),
            grazing: yield* client.post<Run>(path, asked.grazing)
          }
          for (const module of ["movement", "grazing"] as const)
            runs[module] = yield* follow(client, `${path}/${runs[module].id}`)
          assert.strictEqual(runs.movement.input_count, 3 * HOURS)

          const { summary } = runs.movement.result!
          for (const side of ["main", "comparison"]) {
            assert.closeTo(
              summary[side]![animals.get("Alma")!]!["distance_km"] as number,
              HALF_HOURS * STEP_KM,
              1e-6
            )
            assert.strictEqual(summary[side]![animals.get("Berta")!]!["stationary_share"], 1)
          }
          const used = runs.grazing.result!.summary
          assert.deepStrictEqual(
            [used["main"]![west]!["animal_hours"], used["main"]![east]!["animal_hours"]],
            [HALF_HOURS, HALF_HOURS]
          )
          assert.deepStrictEqual(
            [used["comparison"]![west]!["animal_hours"], used["comparison"]![east]!["animal_hours"]],
            [2 * HALF_HOURS, 0]
          )
          assert.closeTo(used["main"]!["herd"]!["share_outside"] as number, 1 / 3, 1e-12)

          /** Every part of every run in every format, by name; those that a spreadsheet would open are opened. */
          const everything = (run: Run) =>
            Effect.gen(function* () {
              const files = new Map<string, Buffer>()
              const shapes: Array<Shapes["features"][number]> = []
              for (let cursor = ""; ;) {
                const page = yield* client.get<Shapes>(`${path}/${run.id}/geometries?limit=2${cursor}`)
                shapes.push(...page.features)
                if (page.next_cursor === null) break
                cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
              }
              assert.strictEqual(
                shapes.length,
                Object.values(run.result!.geometries).reduce((sum, n) => sum + n, 0),
                "as many shapes as the document counts"
              )
              for (const [what, formats] of Object.entries(exportParts) as ReadonlyArray<
                [ExportPart, ReadonlyArray<string>]
              >) {
                // the keys of a record
                for (const format of formats) {
                  const file = yield* download(service, `${path}/${run.id}`, what, format)
                  if (run.module === "movement" && what === "areas") {
                    assert.strictEqual(file.status, 409, "movement has no areas")
                    continue
                  }
                  assert.strictEqual(
                    file.status,
                    200,
                    `${what} as ${format}: ${file.bytes.toString().slice(0, 300)}`
                  )
                  assert.strictEqual(
                    file.name,
                    `attachment; filename="${run.module}-${run.id}-${format === "html" ? "report" : what}.${format}"`
                  )
                  if (format === "csv") assert.isAbove(file.bytes.toString().trim().split("\r\n").length, 1)
                  if (format === "json")
                    assert.doesNotThrow(() => {
                      JSON.parse(file.bytes.toString())
                    })
                  if (format === "html")
                    // of the document as it is read and of its shapes as they are stored, as a file's report is
                    assert.strictEqual(
                      file.bytes.toString(),
                      reportOf({
                        title: titleOfModule(run.module),
                        document: run.result!,
                        geometries: JSON.parse(files.get("geometries.json")!.toString())
                      })
                    )
                  if (format === "geojson")
                    assert.strictEqual(JSON.parse(file.bytes.toString()).features.length, shapes.length)
                  if (format === "xlsx") {
                    const book = new ExcelJS.Workbook()
                    yield* Effect.promise(() => book.xlsx.load(new Uint8Array(file.bytes).buffer))
                    assert.strictEqual(
                      book.worksheets.length,
                      what === "document" ? run.result!.tables.length + 1 : 2,
                      "a sheet a table, and one about it"
                    )
                  }
                  files.set(`${what}.${format}`, file.bytes)
                }
              }
              return files
            })

          for (const module of ["movement", "grazing"] as const) {
            const first = yield* everything(runs[module])
            const again = yield* follow(
              client,
              `${path}/${(yield* client.post<Run>(`${path}/${runs[module].id}/rerun`, {})).id}`
            )
            assert.strictEqual(again.source_run_id, runs[module].id)
            const second = yield* everything(again)
            // workbooks carry the time of their making, features of a page their number
            for (const [name, bytes] of first)
              if (!/xlsx$|geojson$/u.test(name))
                assert.isTrue(bytes.equals(second.get(name)!), `${module}: ${name} is the same, byte by byte`)
          }
          assert.include(
            (yield* everything(runs.grazing)).get("timeline.csv")!.toString().split("\r\n")[0],
            `"West","East"`
          )

          // while the worker sleeps
          const [worker] = yield* sql<{
            pid: number
          }>`select pid from worker_heartbeats where role = 'analyse' order by beat_at desc limit 1`
          process.kill(worker!.pid, "SIGSTOP")
          const waiting = yield* Effect.forEach([1, 2, 3, 4, 5], () => client.post<Run>(path, asked.movement))
          const sixth = yield* client.ask<{ readonly queued: number }>("POST", path, asked.movement)
          assert.deepStrictEqual([sixth.status, sixth.body.queued], [429, 5])
          assert.isAtLeast(
            (yield* client.get<Run>(`${path}/${waiting[0]!.id}`)).worker!.heartbeat_age_seconds!,
            0
          )
          const cancelled = yield* client.post<Run>(`${path}/${waiting[4]!.id}/cancel`, {})
          assert.deepStrictEqual([cancelled.status, cancelled.cancel_requested], ["cancelled", true])
          for (const run of waiting.slice(1, 4))
            assert.strictEqual((yield* client.ask("DELETE", `${path}/${run.id}`)).status, 204)
          process.kill(worker!.pid, "SIGCONT")
          yield* follow(client, `${path}/${waiting[0]!.id}`)
          assert.strictEqual(
            (yield* client.get<Run>(`${path}/${cancelled.id}`)).result,
            null,
            "what was cancelled stays so"
          )

          assert.strictEqual((yield* client.ask("DELETE", `${path}/${runs.grazing.id}`)).status, 204)
          for (const gone of ["", "/geometries", "/export?what=summary&format=csv"])
            assert.strictEqual((yield* client.ask("GET", `${path}/${runs.grazing.id}${gone}`)).status, 404)
          assert.lengthOf(
            yield* sql`select from analysis_geometries where run_id = ${runs.grazing.id}::uuid`,
            0
          )
          const left = yield* client.all<Made>(path)
          assert.lengthOf(left, 5)
          assert.includeMembers(
            heard.filter((m) => m.event === "run.updated").map((m) => m.data.id),
            [runs.movement.id, runs.grazing.id]
          )
          const acts = yield* sql<{
            action: string
            n: number
          }>`select action, count(*)::int as n from audit_log where object_type = 'analysis' group by 1
            order by 1`
          assert.deepStrictEqual(
            [...acts],
            [
              { action: "analysis.cancelled", n: 1 },
              { action: "analysis.created", n: 9 },
              { action: "analysis.deleted", n: 4 }
            ]
          )
        })
      ).pipe(Effect.orDie)
  )
})
