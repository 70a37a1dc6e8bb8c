// Charts as tables, and results as small pictures.
import { assert, describe, it } from "vitest"
import { chartTable } from "../../src/figures/charts/chartTable.ts"
import { countElements } from "../../src/figures/FigureNode.ts"
import { drawPreview, previewOf } from "../../src/figures/preview.ts"
import { compared, grazed } from "./documents.ts"

describe("a chart as a table", () => {
  it("has every value of every chart, in the row of its place and the column of its series", () => {
    for (const { document } of [compared, grazed])
      for (const chart of document.charts) {
        const { columns, rows } = chartTable(chart)
        chart.series.forEach(({ x, y }, at) => {
          assert.strictEqual(columns[at + 1]!.label, chart.series[at]!.label)
          y.forEach((value, i) => {
            const row = chart.edges === undefined ? rows.find(([place]) => place === x[i]) : rows[i]
            assert.strictEqual(row![at + 1], value, `${chart.key} ${x[i]}`)
          })
        })
      }
  })

  it("names bins by both ends, and has days of two periods one after the other", () => {
    const bins = chartTable(compared.document.charts.find(({ key }) => key === "hour_of_day")!)
    assert.deepStrictEqual([bins.rows.length, bins.rows[0]![0]], [24, "0 to 1"])
    const days = chartTable(compared.document.charts.find(({ key }) => key === "daily_distance")!)
    const names = days.rows.map(([day]) => String(day))
    assert.deepStrictEqual(names, names.toSorted())
    assert.strictEqual(names.length, 24)
  })
})

describe("the picture of a result", () => {
  it("is outlines of home ranges of a movement, bars of the areas of grazing, small in bytes and elements", () => {
    const outlines = previewOf(compared.document, compared.geometries)!,
      bars = previewOf(grazed.document, grazed.geometries)!
    assert.strictEqual(outlines.kind, "outlines")
    assert.deepStrictEqual(bars, { kind: "bars", shares: [1, 0.25, 0] })
    for (const preview of [outlines, bars]) {
      assert.isBelow(JSON.stringify(preview).length, 2500)
      assert.isBelow(countElements(drawPreview(preview)), 12)
    }
  })

  it("is as small of a run about many, whose shapes have many corners", () => {
    const ring = (n: number) =>
      Array.from({ length: 997 }, (_, at) => [
        10.123456 + n + Math.sin(at) * 0.01,
        50.654321 + Math.cos(at) * 0.1
      ])
    const many = Array.from({ length: 100 }, (_, n) => ({
      kind: "kde" as const,
      subject_id: null,
      label: "Range",
      level: 0.95,
      area_m2: 1,
      geom: { type: "Polygon" as const, coordinates: [ring(n)] },
      properties: { period: "main" }
    }))
    const preview = previewOf(compared.document, many)!
    // the database takes 4096 bytes, with a blank after each comma
    assert.isBelow(JSON.stringify(preview, null, 1).length, 4096)
    assert.isBelow(countElements(drawPreview(preview)), 12)
  })

  it("is nothing without a shape", () => {
    assert.isNull(previewOf(compared.document, []))
  })
})
