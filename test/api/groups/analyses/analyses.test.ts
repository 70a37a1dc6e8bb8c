// Analyses over HTTP: what may be asked, what is refused and why, and what a finished run gives.
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import ExcelJS from "exceljs"
import { defaults } from "../../../../src/domain/analysis/modules/movement.ts"
import { titleOfModule } from "../../../../src/domain/analysis/catalogue.ts"
import type { ResultDocument } from "../../../../src/domain/analysis/Result.ts"
import { reportOf } from "../../../../src/figures/report/reportOf.ts"
import {
  claimOf,
  DAY,
  makeRange,
  parametersOf,
  queueOf,
  type Range,
  startRun
} from "../../../support/http/runs.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"
import { casesOf, REPEATED } from "../../../support/stories.ts"

/** Rounds of a race of twenty requests; 200 in front of a release. */
const RACES = Number(process.env["PUGMARK_RACE_ROUNDS"] ?? casesOf(30))

const iso = (at: number) => new Date(at).toISOString()
const runsOf = ({ project }: Pick<Range, "project">) => `/projects/${project}/analyses`

/** Sends a request and gives the codes of a 422, by pointer. */
const refusals = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const { send } = yield* TestServer
  const answer = yield* send(method, path, body === undefined ? {} : { body })
  assert.strictEqual(answer.status, 422, JSON.stringify(answer.body))
  return (answer.body.errors as ReadonlyArray<{ pointer: string; code: string }>).map(
    ({ code, pointer }) => `${pointer} ${code}`
  )
})

const table = {
  key: "summary",
  title: "Summary",
  columns: [
    { key: "name", label: "Name", type: "text", unit: null },
    { key: "distance_km", label: "Distance", type: "number", unit: "km" },
    { key: "day", label: "Day", type: "date", unit: null },
    { key: "use", label: "Use", type: "number", unit: "d", note: "weighted by mass" }
  ],
  rows: [
    ["Alma", 1.5, "2026-03-01", 2],
    ['=HYPERLINK("http://x")', null, null, 3],
    ["line\nbreak", -2, null, null]
  ]
} as const

const result = ({ animals }: Range, tables: ResultDocument["tables"] = [table]): ResultDocument => ({
  version: 1,
  module: "movement",
  method_version: "movement/1",
  subjects: animals.map(({ id }) => ({ id, name: "Alma", type: "cow" })),
  periods: [{ key: "main", from: iso(DAY), to: iso(DAY + 86_400_000) }],
  summary: { main: {} },
  tables,
  charts: [],
  geometries: { mcp: 3 },
  warnings: [
    {
      code: "few_fixes",
      level: "warning",
      subject: animals[0]!.id,
      text: "Alma has few fixes.",
      counts: { fixes: 3 }
    }
  ],
  provenance: { method: "Distances are haversine." }
})

/** The shapes of a finished run. */
const shapesOf = ({ animals }: Range) =>
  (
    [
      ["a", "mcp"],
      ["b", "kde"],
      ["c", "mcp"]
    ] as const
  ).map(([label, kind]) => ({
    kind,
    subject_id: animals[0]!.id,
    label,
    level: 0.95,
    area_m2: 10,
    geom: { type: "Point" as const, coordinates: [10, 50] },
    properties: { period: "main" }
  }))

/** A run that is completed with three shapes. */
const finished = Effect.fnUntraced(function* (range: Range) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from analysis_runs where status = 'queued'` // the oldest is claimed
  const run = yield* startRun(range)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const queue = yield* queueOf()
      const claim = yield* claimOf(queue)
      assert.strictEqual(claim.id, run.id)
      assert.isTrue(
        yield* queue.complete(claim, 3, {
          document: result(range),
          excluded: 0,
          geometries: shapesOf(range)
        })
      )
    })
  )
  return run.id as string
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("analyses", (it) => {
  it.effect("the catalogue: enabled modules, each with key, label, version, limits", () =>
    Effect.gen(function* () {
      const { items } = yield* expectStatus(200, "GET", "/analysis-modules")
      assert.deepStrictEqual(
        items.map((m: { key: string; version: string }) => `${m.key} ${m.version}`),
        ["movement movement/3", "grazing grazing/3"]
      )
      assert.strictEqual(items[0].limits.subjects, 25)
      assert.strictEqual(items[1].limits.areas, 50)
      assert.deepInclude(items[0].options.properties.gap_hours, {
        title: "A gap is longer than",
        "x-unit": "h",
        default: 4
      })
    })
  )

  it.effect(
    "the catalogue is a list as all others: `limit` and `cursor` in, `items` and `next_cursor` out",
    () =>
      Effect.gen(function* () {
        const first = yield* expectStatus(200, "GET", "/analysis-modules?limit=1")
        assert.deepStrictEqual(
          first.items.map((m: { key: string }) => m.key),
          ["movement"]
        )
        const second = yield* expectStatus(
          200,
          "GET",
          `/analysis-modules?limit=1&cursor=${first.next_cursor}`
        )
        assert.deepStrictEqual(
          second.items.map((m: { key: string }) => m.key),
          ["grazing"]
        )
        assert.isNull(second.next_cursor)
        yield* expectStatus(422, "GET", "/analysis-modules?limit=501")
        yield* expectStatus(400, "GET", "/analysis-modules?cursor=nonsense")
      })
  )

  it.effect("lists newest first, by module and status, in pages, without results", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const ids = [
        yield* finished(range),
        (yield* startRun(range)).id,
        (yield* startRun(range, { name: "Kept" })).id
      ]
      const first = yield* expectStatus(200, "GET", `${runsOf(range)}?limit=2`)
      assert.deepStrictEqual(
        first.items.map((r: { id: string }) => r.id),
        [ids[2], ids[1]]
      )
      assert.notProperty(first.items[0], "result")
      const second = yield* expectStatus(200, "GET", `${runsOf(range)}?limit=2&cursor=${first.next_cursor}`)
      assert.deepStrictEqual(
        second.items.map((r: { id: string }) => r.id),
        [ids[0]]
      )
      assert.lengthOf((yield* expectStatus(200, "GET", `${runsOf(range)}?status=completed`)).items, 1)
      assert.lengthOf((yield* expectStatus(200, "GET", `${runsOf(range)}?module=grazing`)).items, 0)
      const waiting = yield* expectStatus(200, "GET", `${runsOf(range)}/${ids[1]}`)
      assert.deepStrictEqual(
        waiting.worker,
        { heartbeat_age_seconds: null, lost: false },
        "a run answer tells how long ago a worker was heard of"
      )
      yield* sql`select beat('w', 'analyse', 1, '{}')`
      assert.isBelow(
        (yield* expectStatus(200, "GET", `${runsOf(range)}/${ids[1]}`)).worker.heartbeat_age_seconds,
        5
      )
      yield* sql`delete from analysis_runs`
    })
  )

  it.effect("a POST whose parameters or bounds are invalid answers 422 with the reason", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma"])
      const good = parametersOf(range)
      const post = (parameters: object, module = "movement") =>
        refusals("POST", runsOf(range), { module, parameters })
      assert.deepStrictEqual(yield* post({ ...good, time_to: good.time_from }), [
        "/parameters/time_to RANGE_INVALID"
      ])
      assert.deepStrictEqual(yield* post({ ...good, group_id: NOBODY }), [
        "/parameters/group_id ONE_SELECTOR"
      ])
      assert.deepStrictEqual(yield* post({ time_from: good.time_from, time_to: good.time_to }), [
        "/parameters/entity_ids ONE_SELECTOR"
      ])
      assert.deepStrictEqual(yield* post({ ...good, options: { kde_grid: 251 } }), [
        "/parameters/kde_grid INVALID"
      ])
      assert.deepStrictEqual(yield* post({ ...good, options: { max_speed_mps: 0 } }), [
        "/parameters/max_speed_mps INVALID"
      ])
      assert.deepStrictEqual(yield* post({ ...good, options: { bogus: 1 } }), [
        "/parameters/options/bogus UNKNOWN_MEMBER"
      ])
      assert.deepStrictEqual(yield* post({ ...good, cell_m: 50, options: { cell_m: 60 } }), [
        "/parameters/options/cell_m GIVEN_TWICE"
      ])
      assert.deepStrictEqual(yield* post({ ...good, feature_ids: [] }), [
        "/parameters/feature_ids UNKNOWN_MEMBER"
      ])
      assert.deepStrictEqual(yield* post({ ...good, time_from: "2024-01-01T00:00:00Z" }), [
        "/parameters/time_to BOUND_CROSSED"
      ])
      assert.deepStrictEqual(yield* post({ ...good, entity_ids: [NOBODY] }), [
        "/parameters/entity_ids/0 UNKNOWN_REFERENCE"
      ])
      assert.deepStrictEqual(
        yield* post({ ...good, comparison: { time_from: good.time_to, time_to: good.time_from } }),
        ["/parameters/comparison/time_to RANGE_INVALID"]
      )
      assert.deepStrictEqual(yield* post(good, "../../etc/passwd"), ["/module MODULE_UNKNOWN"])
      const grazing = { ...good, feature_ids: [NOBODY] }
      assert.deepStrictEqual(yield* post(grazing, "grazing"), ["/parameters/feature_ids/0 FEATURE_UNKNOWN"])
      assert.deepStrictEqual(yield* post({ ...grazing, weighting: "metabolic" }, "grazing"), [
        "/parameters/weight_key WEIGHT_KEY_MISSING"
      ])
      assert.deepStrictEqual(
        yield* post(
          {
            ...grazing,
            seasons: [{ name: "Spring", from: "03-01", to: "05-31" }],
            herd_b_entity_ids: [NOBODY]
          },
          "grazing"
        ),
        ["/parameters/herd_b_entity_ids ONE_COMPARISON"]
      )
      const { send } = yield* TestServer
      const assigned = yield* send("POST", runsOf(range), {
        body: { module: "movement", parameters: good, status: "completed", result: { x: 1 } }
      })
      assert.strictEqual(assigned.status, 422, "status and result are no members of a request")
    })
  )

  it.effect(
    "unknown ids among entity_ids are refused, each by name, and nobody is dropped without a word",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma", "Berta"])
        const foreign = yield* makeRange(["Clara"])
        const [alma, berta] = range.animals.map((a) => a.id),
          clara = foreign.animals[0]!.id
        const parameters = parametersOf(range, { entity_ids: [alma, NOBODY, alma, clara] })
        const expected = [
          ["/1", NOBODY],
          ["/3", clara]
        ] as const
        for (const [answer, at] of [
          [
            yield* send("POST", runsOf(range), { body: { module: "movement", parameters } }),
            "/parameters/entity_ids"
          ],
          [
            yield* send(
              "GET",
              `${runsOf(range)}/estimate?module=movement&parameters=${encodeURIComponent(JSON.stringify(parameters))}`
            ),
            "/entity_ids"
          ]
        ] as const) {
          assert.strictEqual(answer.status, 422)
          assert.deepStrictEqual(
            answer.body.errors,
            expected.map(([place, id]) => ({
              pointer: at + place,
              code: "UNKNOWN_REFERENCE",
              detail: `There is no such entity in this project: ${id}.`
            }))
          )
        }
        const { id: zone } = yield* expectStatus(201, "POST", `/projects/${range.project}/features`, {
          name: "North",
          feature_type: "zone",
          geometry: square(10, 50)
        })
        const herds = {
          ...parametersOf(range),
          entity_ids: [alma],
          feature_ids: [zone],
          herd_b_entity_ids: [berta, NOBODY]
        }
        assert.deepStrictEqual(
          yield* refusals("POST", runsOf(range), { module: "grazing", parameters: herds }),
          ["/parameters/herd_b_entity_ids/1 UNKNOWN_REFERENCE"]
        )
      })
  )

  it.effect(
    "a grazing polygon under one hectare, of another type or no polygon is refused at the estimate " +
      "step with a message naming the area",
    () =>
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma"])
        const feature = (name: string, feature_type: string, geometry: object) =>
          expectStatus(201, "POST", `/projects/${range.project}/features`, { name, feature_type, geometry })
        const [north, tiny, site, line] = [
          yield* feature("North", "zone", square(10, 50)),
          yield* feature("Tiny", "zone", square(10, 50, 0.0005)),
          yield* feature("Well", "site", square(10, 50)),
          yield* feature("Line", "geofence", {
            type: "LineString",
            coordinates: [
              [10, 50],
              [11, 50]
            ]
          })
        ]
        const parameters = {
          ...parametersOf(range),
          feature_ids: [north.id, tiny.id, site.id, line.id, NOBODY]
        }
        const { send } = yield* TestServer
        const answer = yield* send("POST", runsOf(range), { body: { module: "grazing", parameters } })
        assert.strictEqual(answer.status, 422)
        assert.deepStrictEqual(
          answer.body.errors.map((e: { pointer: string; code: string }) => `${e.pointer} ${e.code}`),
          [
            "/parameters/feature_ids/1 AREA_TOO_SMALL",
            "/parameters/feature_ids/2 FEATURE_TYPE",
            "/parameters/feature_ids/3 GEOMETRY_TYPE",
            "/parameters/feature_ids/4 FEATURE_UNKNOWN"
          ]
        )
        assert.match(answer.body.errors[0].detail, /^Tiny has 0\.\d+ hectares: an area needs 1\.$/)
        assert.strictEqual(answer.body.estimate.areas[0].name, "North")
        const fine = yield* expectStatus(
          200,
          "GET",
          `${runsOf(range)}/estimate?module=grazing&entity_ids=${range.animals[0]!.id}&time_from=${iso(DAY)}` +
            `&time_to=${iso(DAY + 1e7)}&feature_ids=${north.id}`
        )
        assert.approximately(fine.areas[0].hectares, 79.6, 0.5)
      })
  )

  it.effect(
    "estimate counts fixes per subject with the same filters, days, subjects, and which bound would be crossed",
    () =>
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma", "Berta"], 4)
        const ask =
          `module=movement&entity_ids=${range.animals[0]!.id}&entity_ids=${range.animals[1]!.id}` +
          `&time_from=${iso(DAY)}&time_to=${iso(DAY + 86_400_000)}`
        const estimate = yield* expectStatus(
          200,
          "GET",
          `${runsOf(range)}/estimate?${ask}&cell_m=50&comparison=` +
            encodeURIComponent(
              JSON.stringify({ time_from: iso(DAY + 86_400_000), time_to: iso(DAY + 2 * 86_400_000) })
            )
        )
        assert.deepStrictEqual(
          estimate.subjects.map((s: { name: string; fixes: number }) => [s.name, s.fixes]),
          [
            ["Alma", 4],
            ["Berta", 4]
          ]
        )
        assert.strictEqual(estimate.subject_count, 2)
        assert.strictEqual(estimate.fixes, 8)
        assert.strictEqual(estimate.days, 1)
        assert.deepStrictEqual(
          estimate.bounds.map((b: { code: string }) => b.code),
          ["subjects", "days", "comparison_days", "fixes", "fixes_per_subject"]
        )
        const whole = encodeURIComponent(JSON.stringify(parametersOf(range)))
        assert.strictEqual(
          (yield* expectStatus(200, "GET", `${runsOf(range)}/estimate?module=movement&parameters=${whole}`))
            .fixes,
          8
        )
        assert.deepStrictEqual(yield* refusals("GET", `${runsOf(range)}/estimate?${ask}&cell_m=many`), [
          "/cell_m INVALID"
        ])
        assert.deepStrictEqual(
          yield* refusals("GET", `${runsOf(range)}/estimate?${ask}&parameters=${whole}`),
          ["/parameters INVALID"]
        )
        assert.deepStrictEqual(yield* refusals("GET", `${runsOf(range)}/estimate?${ask}&parameters=%7B`), [
          "/parameters INVALID"
        ])
      })
  )

  it.effect(
    "group and type are expanded to entity ids stored in the run: a group counts with its subgroups",
    () =>
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma", "Berta", "Clara"])
        const herd = yield* expectStatus(201, "POST", `/projects/${range.project}/groups`, { name: "Herd" })
        const heifers = yield* expectStatus(201, "POST", `/projects/${range.project}/groups`, {
          name: "Heifers",
          parent_id: herd.id
        })
        yield* expectStatus(200, "PATCH", `/projects/${range.project}/entities/${range.animals[0]!.id}`, {
          group_id: herd.id
        })
        yield* expectStatus(200, "PATCH", `/projects/${range.project}/entities/${range.animals[1]!.id}`, {
          group_id: heifers.id
        })
        const { entity_ids: _, ...period } = parametersOf(range)
        const run = yield* expectStatus(201, "POST", runsOf(range), {
          module: "movement",
          parameters: { ...period, group_id: herd.id }
        })
        assert.deepStrictEqual(run.parameters.entity_ids, [range.animals[0]!.id, range.animals[1]!.id])
        assert.notProperty(run.parameters, "group_id")
        for (const [name, value] of Object.entries(defaults))
          assert.deepStrictEqual(run.parameters[name], value)
      })
  )

  it.effect(
    "a POST when the project already has 5 queued runs answers 429 with the count; of 20 at once, five " +
      "are queued, every time",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        for (let round = 0; round < RACES; round++) {
          yield* sql`delete from analysis_runs`
          const answers = yield* Effect.all(
            Array.from({ length: 20 }, () =>
              send("POST", runsOf(range), { body: { module: "movement", parameters: parametersOf(range) } })
            ),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(answers.filter((a) => a.status === 201).length, 5)
          const refused = answers.filter((a) => a.status === 429)
          assert.strictEqual(refused.length, 15)
          assert.strictEqual(refused[0]!.body.queued, 5)
          assert.strictEqual(refused[0]!.headers.get("retry-after"), "30")
          assert.lengthOf(yield* sql`select from analysis_runs where status = 'queued'`, 5)
        }
        const [{ id }] = (yield* expectStatus(200, "GET", runsOf(range))).items
        assert.strictEqual(
          (yield* send("POST", `${runsOf(range)}/${id}/rerun`)).status,
          429,
          "a re-run counts too"
        )
      }),
    REPEATED
  )

  it.effect("the same Idempotency-Key is the same run; with another body it is refused", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const range = yield* makeRange(["Alma"])
      const post = (more: object = {}) =>
        send("POST", runsOf(range), {
          body: { module: "movement", parameters: parametersOf(range), ...more },
          headers: { "idempotency-key": `k-${range.project}` }
        })
      const [one, two, other] = [yield* post(), yield* post(), yield* post({ name: "x" })]
      assert.strictEqual(one.status, 201)
      assert.deepStrictEqual(two.body, one.body)
      assert.strictEqual(other.body.errors[0].code, "IDEMPOTENCY_KEY_REUSED")
      assert.lengthOf((yield* expectStatus(200, "GET", runsOf(range))).items, 1)
    })
  )

  it.effect(
    "any -> re-run: a new queued run with the same parameters and source_run_id; of a removed run 404",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"])
        const first = yield* expectStatus(201, "POST", runsOf(range), {
          module: "movement",
          parameters: parametersOf(range, { cell_m: 70 }),
          name: "First"
        })
        const again = yield* expectStatus(201, "POST", `${runsOf(range)}/${first.id}/rerun`)
        assert.strictEqual(again.source_run_id, first.id)
        assert.deepStrictEqual(again.parameters, first.parameters)
        assert.strictEqual(again.name, null)
        assert.strictEqual((yield* send("DELETE", `${runsOf(range)}/${first.id}`)).status, 204)
        assert.strictEqual((yield* send("POST", `${runsOf(range)}/${first.id}/rerun`)).status, 404)
        assert.strictEqual((yield* send("GET", `${runsOf(range)}/${first.id}`)).status, 404)
        const sql = yield* SqlClient.SqlClient
        const acts = yield* sql<{
          action: string
        }>`select action from audit_log where object_id = ${first.id} order by at, id`
        assert.deepStrictEqual(
          acts.map((a) => a.action),
          ["analysis.created", "analysis.deleted"]
        )
      })
  )

  it.effect("geometries: kind, subject and pages", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma"])
      const id = yield* finished(range)
      const path = `${runsOf(range)}/${id}/geometries`
      const first = yield* expectStatus(200, "GET", `${path}?kind=mcp&limit=1`)
      assert.strictEqual(first.type, "FeatureCollection")
      assert.deepStrictEqual(
        first.features.map((f: { properties: { label: string } }) => f.properties.label),
        ["a"]
      )
      const rest = yield* expectStatus(200, "GET", `${path}?kind=mcp&limit=1&cursor=${first.next_cursor}`)
      assert.deepStrictEqual(
        rest.features.map((f: { properties: { label: string } }) => f.properties.label),
        ["c"]
      )
      assert.isNull(rest.next_cursor)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?subject_id=${NOBODY}`)).features, 0)
      yield* expectStatus(422, "GET", `${path}?limit=2001`)
      yield* expectStatus(400, "GET", `${path}?cursor=bogus`)
    })
  )

  it.effect(
    "exports: csv with keys, quoted texts and no formula; xlsx with units, dates as dates and no " +
      "formula; json; geojson",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"])
        const id = yield* finished(range)
        const path = `${runsOf(range)}/${id}/export`
        const csv = yield* send("GET", `${path}?what=summary&format=csv`)
        assert.strictEqual(
          csv.headers.get("content-disposition"),
          `attachment; filename="movement-${id}-summary.csv"`
        )
        assert.strictEqual(
          csv.body,
          `"name","distance_km","day","use [weighted by ` +
            `mass]"\r\n"Alma",1.5,"2026-03-01",2\r\n"'=HYPERLINK(""http://x"")",,,3\r\n"line ` +
            `break",-2,,\r\n`
        )
        assert.strictEqual((yield* expectStatus(200, "GET", `${path}?what=document&format=json`)).version, 1)
        assert.strictEqual(
          (yield* send("GET", `${path}?what=geometries&format=geojson`)).body.features.length,
          3
        )
        assert.deepStrictEqual(yield* refusals("GET", `${path}?what=summary&format=geojson`), [
          "/format FORMAT_UNKNOWN"
        ])
        yield* expectStatus(422, "GET", `${path}?what=../../etc/passwd&format=csv`)
        yield* expectStatus(409, "GET", `${path}?what=areas&format=csv`)
        const waiting = yield* startRun(range)
        yield* expectStatus(409, "GET", `${runsOf(range)}/${waiting.id}/export?what=summary&format=csv`)
      })
  )

  it.effect("a report is a page to download: complete in itself, and allowed nothing but its style", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const range = yield* makeRange(["Alma"])
      const id = yield* finished(range)
      const report = yield* send("GET", `${runsOf(range)}/${id}/export?what=document&format=html`)
      assert.strictEqual(
        report.headers.get("content-disposition"),
        `attachment; filename="movement-${id}-report.html"`
      )
      assert.strictEqual(report.headers.get("content-type"), "text/html; charset=utf-8")
      const policy = report.headers.get("content-security-policy")
      assert.match(policy ?? "", /^default-src 'none'; style-src 'unsafe-inline';.*sandbox$/u)
      assert.strictEqual(
        report.body,
        reportOf({
          title: titleOfModule("movement"),
          document: result(range),
          geometries: shapesOf(range)
        })
      )
      assert.notMatch(report.body, /<script|https?:\/\/(?!x)/u)
      const waiting = yield* startRun(range)
      yield* expectStatus(409, "GET", `${runsOf(range)}/${waiting.id}/export?what=document&format=html`)
      assert.deepStrictEqual(
        yield* refusals("GET", `${runsOf(range)}/${id}/export?what=summary&format=html`),
        ["/format FORMAT_UNKNOWN"]
      )
    })
  )

  it.effect("a comparison of seasons is exported as the comparison of its run", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const id = yield* finished(range)
      const path = `${runsOf(range)}/${id}/export?what=comparison`
      yield* expectStatus(409, "GET", `${path}&format=csv`)
      yield* sql`update analysis_runs set result = jsonb_set(result, '{tables,0,key}', '"seasons"')
        where id = ${id}::uuid`
      assert.include((yield* send("GET", `${path}&format=csv`)).body, '"name","distance_km"')
      assert.strictEqual((yield* expectStatus(200, "GET", `${path}&format=json`)).key, "seasons")
    })
  )

  it.effect("the workbook opens: a sheet a table, and one with parameters, method and warnings", () =>
    Effect.gen(function* () {
      const { url } = yield* TestServer
      const range = yield* makeRange(["Alma"])
      const id = yield* finished(range)
      const book = new ExcelJS.Workbook()
      yield* Effect.promise(async () => {
        const response = await fetch(`${url}/api/v1${runsOf(range)}/${id}/export?what=document&format=xlsx`, {
          headers: { authorization: "Bearer test-admin-token-of-at-least-32-characters" }
        })
        assert.strictEqual(response.status, 200)
        await book.xlsx.load(await response.arrayBuffer())
      })
      assert.deepStrictEqual(
        book.worksheets.map((s) => s.name),
        ["Summary", "About"]
      )
      const sheet = book.worksheets[0]!
      assert.deepStrictEqual(
        [1, 2, 3, 4].map((n) => sheet.getRow(1).getCell(n).value),
        ["Name", "Distance (km)", "Day", "Use (d), weighted by mass"]
      )
      assert.strictEqual(sheet.getRow(2).getCell(2).value, 1.5)
      assert.instanceOf(sheet.getRow(2).getCell(3).value, Date)
      assert.strictEqual(sheet.getRow(3).getCell(1).value, '=HYPERLINK("http://x")', "a text, not a formula")
      assert.strictEqual(sheet.getRow(3).getCell(1).type, ExcelJS.ValueType.String)
      const about = book.worksheets[1]!.getSheetValues().map((row) =>
        (row as ReadonlyArray<unknown> | undefined)?.slice(1).join(" | ")
      )
      for (const line of [
        "module | movement | movement/1",
        "method |  | Distances are haversine.",
        "warning | few_fixes: Alma | Alma has few fixes.",
        "parameters | cell_m | 100"
      ])
        assert.include(about, line)
    })
  )

  it.effect(
    "a project may switch modules off: routes of a disabled module answer 404, a list without module " +
      "leaves out its runs",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"])
        const run = yield* startRun(range)
        yield* expectStatus(200, "PATCH", `/projects/${range.project}`, {
          settings: { analysis_modules: ["grazing"] }
        })
        assert.lengthOf((yield* expectStatus(200, "GET", runsOf(range))).items, 0)
        const { items } = yield* expectStatus(200, "GET", `/projects/${range.project}/analysis-modules`)
        assert.deepStrictEqual(
          items.map((m: { key: string }) => m.key),
          ["grazing"]
        )
        for (const [method, path] of [
          ["GET", `${runsOf(range)}?module=movement`],
          ["GET", `${runsOf(range)}/${run.id}`],
          ["POST", `${runsOf(range)}/${run.id}/rerun`],
          ["POST", `${runsOf(range)}/${run.id}/cancel`],
          ["GET", `${runsOf(range)}/estimate?module=movement`]
        ] as const) {
          assert.strictEqual((yield* send(method, path)).status, 404, path)
        }
        assert.strictEqual(
          (yield* send("POST", runsOf(range), {
            body: { module: "movement", parameters: parametersOf(range) }
          })).status,
          404
        )
        yield* expectStatus(200, "PATCH", `/projects/${range.project}`, {
          settings: { analysis_modules: [] }
        })
        yield* expectStatus(404, "GET", runsOf(range))
        assert.deepStrictEqual(
          (yield* expectStatus(200, "GET", `/projects/${range.project}/analysis-modules`)).items,
          []
        )
      })
  )

  it.effect(
    "while something holds the tables of the analyses, they answer 503 after a second and everything else goes on",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`lock table analysis_runs, analysis_geometries in access exclusive mode`
            const busy = yield* send("GET", runsOf(range))
            assert.strictEqual(busy.status, 503)
            assert.strictEqual(busy.body.code, "ANALYSES_BUSY")
            assert.strictEqual((yield* send("GET", `/projects/${range.project}/entities`)).status, 200)
          })
        )
        yield* expectStatus(200, "GET", runsOf(range))
      })
  )
})

describe("a deployment", () => {
  layer(serve({ analyses: { modules: [], maxFixes: 5 } }), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })("with no modules", (it) => {
    it.effect("has no analyses: all disabled is 404", () =>
      Effect.gen(function* () {
        const project = yield* makeProject()
        assert.deepStrictEqual((yield* expectStatus(200, "GET", "/analysis-modules")).items, [])
        yield* expectStatus(404, "GET", `/projects/${project.id}/analyses`)
      })
    )
  })
  layer(serve({ analyses: { modules: ["movement"], maxFixes: 5 } }), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })("with a bound of fixes", (it) => {
    it.effect("answers 422 above it, with the whole estimate", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"], 6)
        const answer = yield* send("POST", runsOf(range), {
          body: { module: "movement", parameters: parametersOf(range) }
        })
        assert.strictEqual(answer.status, 422)
        assert.strictEqual(answer.body.code, "BOUND_CROSSED")
        assert.strictEqual(answer.body.estimate.fixes, 6)
        assert.deepStrictEqual(
          answer.body.estimate.bounds.find((b: { code: string }) => b.code === "fixes"),
          { code: "fixes", limit: 5, value: 6, crossed: true }
        )
      })
    )
  })
})
