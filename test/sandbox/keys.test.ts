// The names that a result is read by: members of the document, metrics, tables that are exported, charts,
// kinds of shapes. They are a promise; a number of another name is another number.
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { catalogue, moduleKeys } from "../../src/domain/analysis/catalogue.ts"
import { ResultDocument } from "../../src/domain/analysis/Result.ts"
import type { ComputedResult } from "../../src/domain/analysis/SandboxJob.ts"
import { documents } from "./documents.ts"
import { idOf } from "./job.ts"

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/u)

describe("every module of the catalogue", () => {
  for (const key of moduleKeys)
    it(`is computed by a function of its name in its folder: ${key}`, async () => {
      const found = (await import(`../../sandbox/${key}/${key}.ts`)) as Record<string, unknown>
      assert.isFunction(found[key])
    })
})

const tablesOf = ({ document }: ComputedResult) => document.tables.map(({ key }) => key)
const metricsOf = ({ document }: ComputedResult, of: string) => Object.keys(document.summary["main"]![of]!)

describe("the document", () => {
  it("has the members of version 1, and is what the schema says", () => {
    for (const { document } of [documents.movement, { document: { ...documents.grazing.document } }]) {
      assert.deepStrictEqual(
        Object.keys(document),
        words(
          "version module method_version subjects periods summary tables charts geometries warnings " +
            "provenance"
        )
      )
      assert.deepStrictEqual(
        [document.version, document.periods.map(({ key }) => key)],
        [1, ["main", "comparison"]]
      )
      assert.doesNotThrow(() =>
        Schema.decodeUnknownSync(ResultDocument)(JSON.parse(JSON.stringify(document)))
      )
    }
    assert.deepStrictEqual(
      [documents.movement.document.method_version, documents.grazing.document.method_version],
      [catalogue.movement.version, catalogue.grazing.version]
    )
  })

  it("of movement has every metric by its key", () => {
    assert.includeMembers(metricsOf(documents.movement, idOf(1)), [
      ...words(`fixes days_with_data median_interval_min distance_km daily_distance_km displacement_km max_displacement_km mean_speed_mps
      median_speed_mps p95_speed_mps stationary_share moving_share stationary_periods day_distance_km night_distance_km mcp95_ha kde50_ha kde95_ha kde_bandwidth_m hotspot_count cluster_count missing_share
      covered_share gap_share gap_share_track excluded_fixes`)
    ])
  })

  it("of grazing has every metric of an area and of the herd by its key", () => {
    assert.includeMembers(metricsOf(documents.grazing, idOf(100)), [
      ...words(`hectares animal_hours animal_days animal_hours_per_ha animal_days_per_ha weighted_animal_days_per_ha relative_pressure
      pressure_rank share_of_herd_time animals_used visits mean_visit_hours use_days rest_days longest_rest_days last_use hours_since_last_use hotspot_cells`)
    ])
    assert.includeMembers(metricsOf(documents.grazing, "herd"), [
      ...words("tracked_animal_hours share_inside share_outside")
    ])
  })
})

describe("the tables that are exported", () => {
  it("are summary and timeline of every run, areas of grazing, comparison where two are compared", () => {
    assert.includeMembers(tablesOf(documents.movement), ["summary", "comparison", "timeline"])
    assert.includeMembers(tablesOf(documents.grazing), ["summary", "comparison", "areas", "timeline"])
    assert.includeMembers(tablesOf(documents.alone), ["summary", "timeline"])
    for (const one of [documents.alone, documents.seasons]) assert.notInclude(tablesOf(one), "comparison")
    assert.notInclude(tablesOf(documents.movement), "areas")
    assert.include(tablesOf(documents.seasons), "seasons")
  })

  it("beside them stand light, quality, home range, residence and clusters; animals by area, rest and stocking", () => {
    assert.includeMembers(tablesOf(documents.movement), [
      ...words("light quality home_range residence clusters")
    ])
    assert.includeMembers(tablesOf(documents.grazing), [
      ...words("area_animals animals stocking rest_calendar rest_periods")
    ])
  })

  it("have a cell for each column, a key and a unit that no header says twice", () => {
    for (const { document } of Object.values(documents)) {
      for (const { columns, key, rows } of document.tables) {
        assert.strictEqual(new Set(columns.map((c) => c.key)).size, columns.length, key)
        for (const row of rows) assert.strictEqual(row.length, columns.length, key)
        for (const { label, unit } of columns)
          assert.isFalse(unit !== null && label.includes(`(${unit})`), `${key}: ${label}`)
      }
    }
  })
})

describe("charts and shapes", () => {
  it("have the keys and kinds of the specification", () => {
    const kindOf = (key: string) =>
      documents.movement.document.charts.find((chart) => chart.key === key)?.kind
    const kinds = documents.movement.document.charts.map(({ kind }) => kind)
    assert.includeMembers(kinds, ["line", "bar", "rose"])
    assert.strictEqual(kindOf("comparison_distance_km"), "bar")
    assert.sameMembers(Object.keys(documents.movement.document.geometries), [
      ...words("mcp kde hotspot cluster area_use track_summary")
    ])
    for (const kind of ["mcp", "kde", "hotspot", "track_summary"])
      assert.isAbove(documents.movement.document.geometries[kind]!, 0, kind)
    for (const kind of ["area_use", "hotspot"])
      assert.isAbove(documents.grazing.document.geometries[kind]!, 0, kind)
  })
})
