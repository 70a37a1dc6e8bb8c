// Exports over HTTP, on a real database: what is in the files, and what is refused.
import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import ExcelJS from "exceljs"
import { type Dataset, formatsOfDataset } from "../../../../src/domain/export/Export.ts"
import { columns } from "../../../../src/domain/export/Row.ts"
import {
  ask,
  DAY,
  directPath,
  download,
  fileOf,
  makeHerd,
  over,
  span,
  walk
} from "../../../support/http/exports.ts"
import { startJobs } from "../../../support/sql/jobs.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"
import { STORY } from "../../../support/stories.ts"

const HOSTILE = "=cmd|'/C calc'!A0 \"quoted\", <b>&</b> Ørsted 山羊 💥"

type Cells = Readonly<Record<string, unknown>>

/** The first sheet of a workbook, by the names of its columns. */
const sheetOf = (bytes: Buffer) =>
  Effect.promise(async () => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(bytes as unknown as ArrayBuffer) // its types are older than buffers
    const [header = [], ...rows] = book.worksheets[0]!.getSheetValues()
      .slice(1)
      .map((row) => (row as ReadonlyArray<unknown>).slice(1))
    return rows.map((row): Cells =>
      Object.fromEntries(header.map((name, i) => [String(name), row[i] ?? null]))
    )
  })

const tableOf = (text: string) =>
  parse(text, { columns: true }) as ReadonlyArray<Readonly<Record<string, string>>>

/** A herd that has everything: fixes, a temperature each, and an event each, one of them without a place. */
const makeWorld = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const herd = yield* makeHerd(names)
  for (const [i, animal] of herd.animals.entries()) {
    yield* walk(herd, animal, 3)
    yield* sql`insert into measurements (device_id, project_id, entity_id, metric_key, original_time,
      value_number, received_at, batch_id)
      values (${animal.device}::uuid, ${herd.project}::uuid, ${animal.entity}::uuid, 'temperature_c',
        ${new Date(DAY)}, 38.5, now(), 1)`
    yield* sql`insert into measurements (device_id, project_id, entity_id, metric_key, original_time,
      value_text, received_at, batch_id)
      values (${animal.device}::uuid, ${herd.project}::uuid, ${animal.entity}::uuid, 'mood', ${new Date(DAY)},
        ${HOSTILE}, now(), 1)`
    const place = i === 0 ? {} : { geometry: { type: "Point", coordinates: [10, 50] } }
    yield* expectStatus(201, "POST", `/projects/${herd.project}/events`, {
      event_type: "SEEN",
      title: HOSTILE,
      description: "two\nlines",
      entity_id: animal.entity,
      time: "2026-05-02T00:00:00Z",
      ...place
    })
  }
  return herd
})

/** Rows of a file, as cells under the names of the columns. */
const rowsOf = Effect.fnUntraced(function* (
  format: string,
  bytes: Buffer
): Effect.fn.Return<ReadonlyArray<Cells>> {
  const text = bytes.toString()
  switch (format) {
    case "csv":
      return tableOf(text)
    case "xlsx":
      return yield* sheetOf(bytes)
    case "json":
      return JSON.parse(text) as ReadonlyArray<Cells>
    case "geojson":
      return (
        JSON.parse(text).features as ReadonlyArray<{
          readonly id: unknown
          readonly properties: Cells
          readonly geometry: { readonly coordinates: ReadonlyArray<number> } | null
        }>
      ).map(({ geometry, id, properties }): Cells => ({
        id,
        ...properties,
        lon: geometry?.coordinates[0] ?? null,
        lat: geometry?.coordinates[1] ?? null
      }))
    default:
      return (text.match(/<trkpt|^\d+,(?:true|false),/gm) ?? []).map((): Cells => ({}))
  }
})

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("an export", (it) => {
  it.effect(
    "of each dataset in each format: jobs with progress, checksum, csv, xlsx, json, geojson, gpx, " +
      "Movebank CSV; directly the same; hostile names stay names",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const herd = yield* makeWorld(["Alma", HOSTILE])
          const counts: Readonly<Record<Dataset, number>> = { positions: 6, measurements: 4, events: 2 }
          for (const [dataset, formats] of Object.entries(formatsOfDataset) as ReadonlyArray<
            [Dataset, (typeof formatsOfDataset)[Dataset]]
          >) {
            for (const format of formats) {
              const what = `${dataset} as ${format}`
              const {
                bytes,
                export: done,
                headers,
                sha256,
                status
              } = yield* fileOf(herd.project, { dataset, format })
              assert.strictEqual(status, 200, what)
              assert.deepInclude(
                done,
                {
                  status: "completed",
                  progress: 100,
                  row_count: counts[dataset],
                  size_bytes: bytes.length,
                  sha256,
                  error: null
                },
                what
              )
              assert.strictEqual(
                Date.parse(done.expires_at) - Date.parse(done.finished_at) > 7 * 86_400_000 - 60_000,
                true,
                "7-day expiry"
              )
              assert.strictEqual(headers.get("content-length"), String(bytes.length))
              assert.strictEqual(headers.get("etag"), `"${sha256}"`)
              assert.strictEqual(
                headers.get("repr-digest"),
                `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`
              )
              const extension = format === "movebank" ? "-movebank.csv" : `.${format}`
              assert.strictEqual(
                headers.get("content-disposition"),
                `attachment; filename="${herd.slug}-${dataset}-2026-05-01-2026-06-01${extension}"`
              )

              const rows = yield* rowsOf(format, bytes)
              assert.lengthOf(rows, counts[dataset], what)
              if (format !== "gpx" && format !== "movebank") {
                assert.sameMembers(Object.keys(rows[0]!), [...columns[dataset]], what)
                for (const row of rows)
                  for (const cell of Object.values(row))
                    if (typeof cell === "object" && cell !== null) assert.notProperty(cell, "formula", what)
                const name = format === "csv" ? `'${HOSTILE}` : HOSTILE
                assert.isTrue(
                  rows.some((row) => row["entity_name"] === name),
                  what
                )
                if (dataset === "events")
                  assert.isTrue(
                    rows.every((row) => row["title"] === name),
                    what
                  )
                if (dataset === "measurements")
                  assert.sameMembers(
                    rows.map((row) => String(row["value"])),
                    ["38.5", "38.5", name, name],
                    what
                  )
              }
              const direct = yield* download(directPath(herd.project, { dataset, format }))
              assert.strictEqual(direct.status, 200, what)
              assert.strictEqual(direct.headers.get("content-type"), headers.get("content-type"))
              if (format === "xlsx") assert.deepStrictEqual(yield* sheetOf(direct.bytes), rows, what)
              else assert.strictEqual(direct.sha256, sha256, what)
            }
          }
        })
      )
  )

  it.effect(
    "refuses a pair that is none, an empty span, and ids that are of nobody, and says where and what is possible",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const herd = yield* makeHerd(["Alma"]),
          other = yield* makeHerd(["Berta"])
        const refusal = (body: object) =>
          Effect.map(
            send("POST", `/projects/${herd.project}/exports`, {
              body: { dataset: "positions", format: "csv", ...span, ...body }
            }),
            ({ body, status }) => [status, body.errors[0].pointer, body.code, body.detail]
          )
        assert.deepStrictEqual(yield* refusal({ dataset: "measurements", format: "gpx" }), [
          422,
          "/format",
          "FORMAT_UNKNOWN",
          "measurements are exported as csv, xlsx, json."
        ])
        assert.deepStrictEqual(yield* refusal({ dataset: "events", format: "movebank" }), [
          422,
          "/format",
          "FORMAT_UNKNOWN",
          "events are exported as csv, xlsx, json, geojson."
        ])
        assert.deepStrictEqual((yield* refusal({ from: span.to, to: span.from })).slice(0, 3), [
          422,
          "/to",
          "RANGE_EMPTY"
        ])
        assert.deepStrictEqual(
          (yield* refusal({ entity_ids: [herd.animals[0]!.entity, other.animals[0]!.entity] })).slice(0, 3),
          [422, "/entity_ids/1", "UNKNOWN_REFERENCE"]
        )
        assert.deepStrictEqual((yield* refusal({ device_ids: [other.animals[0]!.device] })).slice(0, 3), [
          422,
          "/device_ids/0",
          "UNKNOWN_REFERENCE"
        ])
        for (const query of [
          { dataset: "measurements", format: "gpx" },
          { dataset: "positions", format: "csv", from: span.to },
          { dataset: "positions", format: "csv", entity_id: other.animals[0]!.entity },
          { dataset: "positions", format: "parquet" },
          { dataset: "positions" }
        ]) {
          assert.strictEqual(
            (yield* send(
              "GET",
              directPath(herd.project, query as unknown as Readonly<Record<string, string>>)
            )).status,
            422,
            JSON.stringify(query)
          )
        }
      })
  )

  it.effect(
    "direct export bound 100,000 rows; above it an export job runs, once however often it is asked for",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const herd = yield* makeHerd(["Alma", "Berta"])
          const [alma, berta] = herd.animals as [(typeof herd.animals)[0], (typeof herd.animals)[0]]
          yield* walk(herd, alma, 100_000)
          yield* walk(herd, berta, 1)
          // as large as the first, and nobody is going to read it
          const forget = (id: string) =>
            expectStatus(204, "DELETE", `/projects/${herd.project}/exports/${id}`)
          const whole = yield* download(
            directPath(herd.project, { dataset: "positions", format: "csv", entity_id: alma.entity })
          )
          assert.deepStrictEqual([whole.status, whole.text.split("\r\n").length], [200, 1 + 100_000 + 1])
          const path = directPath(herd.project, { dataset: "positions", format: "csv" })
          const { body, headers, status } = yield* send("GET", path)
          assert.deepStrictEqual(
            [status, headers.get("location")],
            [202, `/api/v1/projects/${herd.project}/exports/${body.id}`]
          )
          assert.deepInclude(body, {
            status: "queued",
            dataset: "positions",
            format: "csv",
            from: "2026-05-01T00:00:00.000Z",
            to: "2026-06-01T00:00:00.000Z",
            entity_ids: null
          })
          assert.strictEqual((yield* send("GET", path)).body.id, body.id, "the one that waits")
          const other = (yield* send(
            "GET",
            directPath(herd.project, { dataset: "positions", format: "json" })
          )).body.id
          assert.notStrictEqual(other, body.id, "another is another")
          yield* forget(other)
          yield* startJobs
          const done = yield* over(herd.project, body.id)
          assert.deepInclude(done, { status: "completed", row_count: 100_001 })
          const again = (yield* send("GET", path)).body.id
          assert.notStrictEqual(again, body.id, "one that is over is of its time")
          yield* forget(again)
        })
      ),
    STORY
  )

  it.effect("shows what counts: times, places and validity as they were curated, and says what was", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const sql = yield* SqlClient.SqlClient
        const herd = yield* makeHerd(["Alma"])
        yield* walk(herd, herd.animals[0]!, 5)
        const ids = yield* sql<{
          id: string
        }>`select id::text from positions where project_id = ${herd.project}::uuid order by original_time`
        const curate = (at: number, set: object) =>
          expectStatus(201, "POST", `/projects/${herd.project}/curations`, {
            device_id: herd.animals[0]!.device,
            position_ids: [Number(ids[at]!.id)],
            set,
            reason: "seen on foot"
          })
        yield* curate(0, { time: "2026-05-02T00:00:00Z" })
        yield* curate(1, { geometry: { type: "Point", coordinates: [7, 8] } })
        yield* curate(2, { valid: false })
        yield* curate(3, { time: "2026-07-01T00:00:00Z" })
        const read = Effect.fnUntraced(function* (more: object) {
          const { text } = yield* fileOf(herd.project, { dataset: "positions", format: "csv", ...more })
          return tableOf(text).map((row) => [
            ids.findIndex(({ id }) => id === row["id"]),
            row["time"],
            row["lon"]!.slice(0, 2),
            row["valid"],
            row["curated_fields"]
          ])
        })
        const second = ["10", "true", ""],
          moved = [0, "2026-05-02T00:00:00.000Z", "10", "true", "time"],
          placed = [1, "2026-05-01T00:00:01.000Z", "7", "true", "geometry"],
          last = [4, "2026-05-01T00:00:04.000Z", ...second]
        assert.deepStrictEqual(yield* read({}), [placed, last, moved])
        assert.deepStrictEqual(yield* read({ include_invalid: true }), [
          placed,
          [2, "2026-05-01T00:00:02.000Z", "10", "false", "valid"],
          last,
          moved
        ])
        assert.deepStrictEqual(yield* read({ from: "2026-07-01T00:00:00Z", to: "2026-07-02T00:00:00Z" }), [
          [3, "2026-07-01T00:00:00.000Z", "10", "true", "time"]
        ])
      })
    )
  )

  it.effect(
    "holds the records of the entities and of the devices that are named, by the source that is",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const herd = yield* makeHerd(["Alma", "Berta", "Cora"])
        for (const animal of herd.animals) yield* walk(herd, animal, 1)
        const [alma, berta, cora] = herd.animals as [
          (typeof herd.animals)[0],
          (typeof herd.animals)[0],
          (typeof herd.animals)[0]
        ]
        // a collar that is on nobody
        yield* sql`insert into positions (device_id, project_id, record_type, original_time, lon, lat,
          received_at, batch_id) values (${cora.device}::uuid, ${herd.project}::uuid, 'network',
          ${new Date(DAY)}, 1, 2, now(), 1)`
        const named = Effect.fnUntraced(function* (query: ReadonlyArray<readonly [string, string]>) {
          const { text } = yield* download(
            `/projects/${herd.project}/exports/direct?` +
              new URLSearchParams([
                ["dataset", "positions"],
                ["format", "csv"],
                ...Object.entries(span),
                ...query
              ] as Array<[string, string]>).toString()
          )
          return tableOf(text).map((row) =>
            row["entity_name"] === "" ? row["device_name"] : row["entity_name"]
          )
        })
        assert.sameMembers(yield* named([]), ["Alma", "Berta", "Cora"])
        assert.sameMembers(yield* named([["sources", "all"]]), ["Alma", "Berta", "Collar of Cora", "Cora"])
        assert.sameMembers(yield* named([["sources", "network"]]), ["Collar of Cora"])
        assert.sameMembers(
          yield* named([
            ["entity_id", alma.entity],
            ["entity_id", berta.entity]
          ]),
          ["Alma", "Berta"]
        )
        assert.sameMembers(
          yield* named([
            ["device_id", cora.device],
            ["sources", "all"]
          ]),
          ["Collar of Cora", "Cora"]
        )
        assert.sameMembers(
          yield* named([
            ["device_id", cora.device],
            ["entity_id", alma.entity]
          ]),
          []
        )
      })
  )

  it.effect(
    "waits in a queue that nobody can fill: five of a project, then 429 with Retry-After; a key sent " +
      "again is the same export; a file that keeps too much leaves no room",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const { project } = yield* makeHerd(["Alma"])
        const path = `/projects/${project}/exports`,
          body = { dataset: "positions", format: "csv", ...span }
        const key = { "idempotency-key": "may" }
        const first = yield* send("POST", path, { body, headers: key })
        assert.deepInclude(first.body, {
          status: "queued",
          progress: 0,
          row_count: 0,
          size_bytes: null,
          sha256: null,
          expires_at: null
        })
        for (let n = 1; n < 5; n++) yield* ask(project, body)
        const sixth = yield* send("POST", path, { body })
        assert.deepStrictEqual(
          [sixth.status, sixth.body.code, sixth.body.queued, sixth.headers.get("retry-after")],
          [429, "TOO_MANY_QUEUED", 5, "10"]
        )
        assert.deepStrictEqual(
          yield* send("POST", path, { body, headers: key }).pipe(Effect.map((again) => again.body)),
          first.body
        )
        assert.strictEqual(
          (yield* send("POST", path, { body: { ...body, format: "json" }, headers: key })).body.code,
          "IDEMPOTENCY_KEY_REUSED"
        )
        assert.lengthOf((yield* expectStatus(200, "GET", path)).items, 5)

        yield* sql`update jobs set status = 'completed', finished_at = now(),
          expires_at = now() + interval '1 hour', result = '{"size_bytes": 1073741824}'
          where project_id = ${project}::uuid`
        const full = yield* send("POST", path, { body })
        assert.deepStrictEqual([full.status, full.body.code], [429, "TOO_MUCH_KEPT"])
        assert.approximately(Number(full.headers.get("retry-after")), 3600, 5)
      })
  )

  it.effect(
    "has no file until it is completed: 409 with its status; taken away while it waits it is " +
      "cancelled, and is gone when it is taken away again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const { project } = yield* makeHerd(["Alma"])
          const { id } = yield* ask(project, { dataset: "positions", format: "csv" })
          const path = `/projects/${project}/exports/${id}`
          const file = Effect.map(send("GET", `${path}/file`), ({ body, status }) => [
            status,
            body.code,
            body.current_status
          ])
          assert.deepStrictEqual(yield* file, [409, "EXPORT_NOT_COMPLETED", "queued"])
          yield* expectStatus(204, "DELETE", path)
          assert.deepStrictEqual(yield* file, [409, "EXPORT_NOT_COMPLETED", "cancelled"])
          yield* startJobs
          const next = yield* fileOf(project, { dataset: "positions", format: "csv" })
          assert.strictEqual(
            (yield* expectStatus(200, "GET", path)).status,
            "cancelled",
            "nobody takes up one that was cancelled"
          )
          yield* expectStatus(204, "DELETE", path)
          yield* expectStatus(404, "GET", path)
          yield* expectStatus(204, "DELETE", `/projects/${project}/exports/${next.export.id}`)
          assert.deepStrictEqual(
            yield* sql`select n from export_chunks where job_id = ${next.export.id}::uuid`,
            []
          )
          const { items } = yield* expectStatus(200, "GET", `/projects/${project}/audit`)
          assert.deepStrictEqual(
            items
              .map((entry: { readonly action: string }) => entry.action)
              .filter((action: string) => action.startsWith("export."))
              .toSorted(),
            ["export.cancelled", "export.created", "export.created", "export.removed", "export.removed"]
          )
        })
      )
  )
})
