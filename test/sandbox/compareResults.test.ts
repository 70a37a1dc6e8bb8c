// Two results side by side: the numbers of the worker's own table, and what is unlike said first.
import { assert, describe, it } from "vitest"
import { grazing } from "../../sandbox/grazing/grazing.ts"
import { movement } from "../../sandbox/movement/movement.ts"
import {
  type ResultComparison,
  comparePeriods,
  compareResults,
  type NotComparable
} from "../../src/domain/analysis/compare/compareResults.ts"
import type { Cell, ResultDocument } from "../../src/domain/analysis/Result.ts"
import { grazingJob, rectangle, rowAt } from "./grazing/herd.ts"
import { comparison, DAY_MS, type Given, idOf, jobOf, main, START, subjectOf } from "./job.ts"
import { wander } from "./movement/walks.ts"

const before = START - 40 * DAY_MS
const herd = [1, 2, 3].map((seed) => ({
  main: wander(seed, 400 + 50 * seed),
  comparison: wander(seed + 10, 300, { start: before })
}))
const moved = ({ parameters, ...given }: Partial<Given>): ResultDocument =>
  movement(
    jobOf({ periods: [main(20)], rows: herd, ...given, parameters: { kde_grid: 20, ...parameters } }),
    () => undefined
  ).document
const both = moved({ periods: [main(20), comparison(20, before)] })

const roam = (seed: number, from: number) =>
  Array.from({ length: 200 }, (_, n) =>
    rowAt(from + n * 1_800_000, 250 + 300 * Math.sin(n / 7 + seed), 250 + 300 * Math.cos(n / 11 + seed))
  )
const grazed = grazing(
  grazingJob({
    periods: [main(10), comparison(10, before)],
    areas: [rectangle("West", 0, 0, 400, 500), rectangle("East", 400, 0, 800, 500)],
    rows: [1, 2].map((seed) => ({ main: roam(seed, START), comparison: roam(seed, before) }))
  }),
  () => undefined
).document

const comparedOf = (result: ResultComparison | NotComparable): ResultComparison => {
  if (result.kind === "refused") throw new Error(result.text)
  return result
}
const rowsOf = ({ rows }: ResultComparison) =>
  rows.map(
    ({ change, change_share, comparison, id, kind, label, main, metric, name, unit }) =>
      [kind, id, name, metric, label, unit, main, comparison, change, change_share] as ReadonlyArray<Cell>
  )
/** The rows of the worker's table `comparison`, with the kind of each. */
const tableOf = (document: ResultDocument): ReadonlyArray<ReadonlyArray<Cell>> => {
  const table = document.tables.find(({ key }) => key === "comparison")!
  return table.columns[0]!.key === "row_kind" ? table.rows : table.rows.map((row) => ["subject", ...row])
}

describe("the two periods of one result", () => {
  it("of movement have the rows of the worker's table, number by number, mean and deviation with them", () => {
    const rows = rowsOf(comparedOf(comparePeriods(both)))
    assert.isAbove(rows.length, 100)
    assert.deepStrictEqual(rows, tableOf(both))
  })

  it("of grazing have the rows of the worker's table, the herd first and then the areas", () => {
    const rows = rowsOf(comparedOf(comparePeriods(grazed)))
    assert.deepStrictEqual([...new Set(rows.map(([, , name]) => name))], ["Herd", "West", "East"])
    assert.deepStrictEqual(rows, tableOf(grazed))
  })

  it("are refused where there is one", () =>
    assert.deepInclude(comparePeriods(moved({})), {
      kind: "refused",
      code: "NO_PERIOD"
    }))
})

describe("two results", () => {
  const half = herd.map((row) => ({ main: row.main.filter((_, at) => at % 2 === 0) }))
  const compare = (one: ResultDocument, other: ResultDocument) =>
    compareResults({ document: one, period: "main" }, { document: other, period: "main" })

  it("of the same fixes differ in nothing, and nothing is unlike", () => {
    const compared = comparedOf(compare(moved({}), moved({})))
    assert.deepStrictEqual(compared.unlike, [])
    assert.isTrue(compared.rows.every(({ change }) => change === null || change === 0))
  })

  it("have the numbers of one run that compared the same two periods", () => {
    const other = herd.map((row) => ({ main: row.comparison }))
    const rows = comparedOf(compare(moved({}), moved({ periods: [main(20, before)], rows: other }))).rows
    const distance = (rows: ResultComparison["rows"]) => rows.filter(({ metric }) => metric === "distance_km")
    assert.deepStrictEqual(distance(rows), distance(comparedOf(comparePeriods(both)).rows))
  })

  it("of unlike methods or modules are refused", () => {
    assert.deepInclude(compare(both, { ...both, method_version: "movement/2" }), {
      kind: "refused",
      code: "METHOD_DIFFERS"
    })
    assert.deepInclude(compare(both, grazed), { kind: "refused", code: "MODULE_DIFFERS" })
  })

  it("say which option is unlike, and which metrics that touches", () => {
    const compared = comparedOf(compare(moved({}), moved({ parameters: { cell_m: 50 } })))
    const [unlike] = compared.unlike
    assert.lengthOf(compared.unlike, 1)
    assert.deepInclude(unlike, { code: "parameter", parameter: "cell_m", main: 100, comparison: 50 })
    assert.includeMembers([...unlike!.metrics], ["hotspot_count", "residence_cells"])
    assert.notInclude(unlike!.metrics, "distance_km")
    const touched = (metric: string) => compared.rows.find((row) => row.metric === metric)!.unlike
    assert.deepStrictEqual([touched("hotspot_count"), touched("distance_km")], [["parameter"], []])
  })

  it("name an option by the words they are given, with its unit", () => {
    const sides = [moved({}), moved({ parameters: { cell_m: 50, methods: ["mcp"] } })].map((document) => ({
      document,
      period: "main" as const
    }))
    const { unlike } = comparedOf(
      compareResults(sides[0]!, sides[1]!, {
        cell_m: { title: "Cell", unit: "m" },
        methods: { title: "Compute", labels: { mcp: "Polygon", kde: "Kernel", clusters: "Clusters" } }
      })
    )
    assert.deepStrictEqual(
      unlike.map(({ text }) => text),
      [
        "The option Cell differs: 100 m, and 50 m in the comparison.",
        "The option Compute differs: Polygon, Kernel, Clusters, and Polygon in the comparison."
      ]
    )
  })

  it("say of whom the sampling is unlike: half the fixes make a shorter way", () => {
    const { rows, unlike } = comparedOf(compare(moved({}), moved({ rows: [half[0]!, ...herd.slice(1)] })))
    assert.deepStrictEqual(
      unlike.map(({ code, subject_id }) => [code, subject_id]),
      [["median_interval", idOf(1)]]
    )
    assert.closeTo(Number(unlike[0]!.comparison), 2 * Number(unlike[0]!.main), 0.1)
    assert.match(
      unlike[0]!.text,
      /^Subject 1: half of the intervals are up to 20 min, and up to 40 min in the/
    )
    const distances = rows.filter(({ metric }) => metric === "distance_km")
    assert.deepStrictEqual(
      distances.map(({ id, kind, unlike }) => [kind, id, unlike]),
      [
        ["subject", idOf(1), ["median_interval"]],
        ["subject", idOf(2), []],
        ["subject", idOf(3), []],
        ["mean", null, ["median_interval"]],
        ["sd", null, ["median_interval"]]
      ]
    )
    assert.isAbove(distances[0]!.change!, 0)
  })

  it("say that fixes are missing, that a collar changed, and that a period is longer", () => {
    const holes = herd.map((row) => ({ main: row.main.filter((_, at) => at % 10 < 7) }))
    const changed = herd.map((_, at) =>
      subjectOf(at + 1, {
        deployments: [
          { device: "Old", from: START - DAY_MS, to: START + DAY_MS },
          { device: "New", from: START + DAY_MS, to: null }
        ]
      })
    )
    const { unlike } = comparedOf(
      compare(moved({}), moved({ rows: holes, subjects: changed, periods: [main(25)] }))
    )
    assert.deepStrictEqual(
      [...new Set(unlike.map(({ code }) => code))],
      ["period_length", "missing_share", "collar_change"]
    )
  })

  it("name the subjects that one of them alone has, and take a name where the ids are others", () => {
    const subjects = [1, 4].map((n) => subjectOf(n, { name: n === 1 ? "Subject 1" : "Subject 2" }))
    const { only_comparison, only_main, rows } = comparedOf(
      compare(moved({}), moved({ rows: herd.slice(0, 2), subjects }))
    )
    assert.deepStrictEqual([only_main, only_comparison], [["Subject 3"], []])
    assert.deepStrictEqual([...new Set(rows.map(({ name }) => name))].slice(0, 2), ["Subject 1", "Subject 2"])
    const strangers = [7, 8, 9].map((n) => subjectOf(n))
    assert.deepInclude(compare(moved({}), moved({ subjects: strangers })), { code: "NOTHING_IN_COMMON" })
  })
})
