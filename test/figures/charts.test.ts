// Charts of both modules as trees: what is drawn, and of how many elements.
import { assert, describe, it } from "vitest"
import type { Chart, ResultDocument } from "../../src/domain/analysis/Result.ts"
import { drawChart, drawCharts } from "../../src/figures/charts/drawChart.ts"
import { countElements, type FigureNode } from "../../src/figures/FigureNode.ts"
import { reportOf } from "../../src/figures/report/reportOf.ts"
import { svgText } from "../../src/figures/svgText.ts"
import { idOf } from "../sandbox/job.ts"
import { MAX_CHART_ELEMENTS } from "./bounds.ts"
import { compared, grazed, wandering } from "./documents.ts"

/** Every element of a drawing with this tag. */
const elements = (node: FigureNode | null, tag: FigureNode["tag"]): ReadonlyArray<FigureNode> =>
  node === null
    ? []
    : [
        ...(node.tag === tag ? [node] : []),
        ...node.children.flatMap((child) => (typeof child === "string" ? [] : elements(child, tag)))
      ]
const texts = (node: FigureNode | null): ReadonlyArray<string> =>
  elements(node, "text").flatMap(({ children }) => (typeof children[0] === "string" ? [children[0]] : []))
const withClass = (node: FigureNode | null, name: string): ReadonlyArray<FigureNode> =>
  elements(node, "path").filter(({ attributes }) => String(attributes["className"]).split(" ").includes(name))

/** A document of one chart. */
const only = (chart: Partial<Chart> & Pick<Chart, "series">): ResultDocument => ({
  ...compared.document,
  charts: [{ key: "c", title: "C", kind: "line", unit: null, x_type: "number", x_label: "X", ...chart }]
})
const series = (x: ReadonlyArray<number | string>, y: ReadonlyArray<number | null>) => ({
  key: "main/s",
  label: "S",
  subject_id: null,
  period: "main" as const,
  x,
  y
})

describe("the charts of a document", () => {
  it("are all drawn: each has a figure with a drawing, an end and no number that is none", () => {
    for (const { document } of [compared, grazed]) {
      const figures = drawCharts(document)
      for (const { key } of document.charts)
        assert.isTrue(
          figures.some((figure) => figure.key.split("/")[0] === key),
          key
        )
      for (const { key, svg } of figures) {
        assert.isNotNull(svg, key)
        assert.notMatch(svgText(svg), /NaN|undefined|Infinity/u, key)
      }
    }
  })

  it("are two figures by day and of roses where there are two periods, and one of bins", () => {
    const keys = drawCharts(compared.document).map(({ key }) => key)
    assert.includeMembers(keys, ["daily_distance/main", "daily_distance/comparison"])
    assert.includeMembers(keys, ["turning_angles/main", "hour_of_day", "comparison_distance_km"])
  })

  it("have as many elements for many fixes as for few", () => {
    const count = (fixes: number) =>
      drawChart(wandering(3, fixes).document, "net_squared_displacement").map(({ svg }) =>
        countElements(svg!)
      )[0]!
    assert.isAtMost(Math.abs(count(2000) - count(200)), 12, "axes may have a mark more")
    for (const { key, svg } of drawCharts(wandering(25, 300).document))
      assert.isAtMost(countElements(svg!), MAX_CHART_ELEMENTS, key)
  })

  it("say so where nothing is known", () => {
    const [figure] = drawChart(only({ series: [] }), "c")
    assert.isNull(figure!.svg)
    assert.deepStrictEqual(drawChart(compared.document, "no_such_chart"), [])
  })
})

describe("an axis", () => {
  it("keeps the last date within the drawing", () => {
    const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]
    const [figure] = drawChart(only({ x_type: "date", series: [series(days, [1, 2, 3, 4])] }), "c")
    const last = elements(figure!.svg, "text").find(({ children }) => children[0] === "2 Nov")!
    assert.isAtMost(Number(last.attributes["x"]) + ("2 Nov".length * 6) / 2, 640)
  })

  it("never has two labels that say the same", () => {
    const [figure] = drawChart(only({ series: [series([2.0001, 2.0002, 2.0004], [1, 2, 3])] }), "c")
    const labels = texts(figure!.svg)
    assert.strictEqual(new Set(labels).size, labels.length, labels.join(" "))
    const edges = [0, 1, 1.98, 2.01]
    const [bars] = drawChart(only({ kind: "bar", edges, series: [series([0, 1, 1.98], [1, 2, 3])] }), "c")
    assert.includeMembers([...texts(bars!.svg)], ["1.98", "2.01"])
  })

  it("leads back from a pixel to the value", () => {
    const days = ["2026-10-30", "2026-10-31", "2026-11-01"]
    const { plot } = drawChart(only({ x_type: "date", series: [series(days, [1, 2, 3])] }), "c")[0]!
    const noon = Date.parse("2026-10-31T12:00:00Z")
    assert.closeTo(plot!.x.toValue(plot!.x.toPixel(noon)), noon, 1)
    assert.strictEqual(plot!.x.toPixel(Date.parse("2026-10-30")), plot!.left)
    assert.strictEqual(plot!.y!.toValue(plot!.bottom), 0)
  })
})

describe("a chosen subject", () => {
  const chosen = { id: idOf(2), label: "Subject 2" }

  it("is the one line in colour, on top of the grey ones", () => {
    const [figure] = drawChart(compared.document, "daily_distance", { chosen })
    const lines = withClass(figure!.svg, "line")
    assert.deepStrictEqual(
      lines.map(({ attributes }) => attributes["className"]),
      ["line ink-quiet", "line ink-quiet", "line ink-1 chosen"]
    )
    assert.deepStrictEqual(
      figure!.legend.map(({ label }) => label),
      ["Subject 2", "others"]
    )
  })

  it("has the bars of each hour, the others lines, and its rose alone", () => {
    const [hours] = drawChart(compared.document, "hour_of_day", { chosen })
    assert.strictEqual(withClass(hours!.svg, "fill").length, 1)
    assert.strictEqual(withClass(hours!.svg, "line").length, 5)
    assert.lengthOf(withClass(hours!.svg, "chosen"), 1, "its other period")
    assert.include(String(withClass(hours!.svg, "chosen")[0]!.attributes["className"]), "ink-text")
    const [rose] = drawChart(compared.document, "turning_angles", { chosen })
    assert.strictEqual(withClass(rose!.svg, "fill").length, 1)
  })

  it("is the one bar in colour among names", () => {
    const [figure] = drawChart(grazed.document, "relative_pressure", {
      chosen: { id: "east", label: "East" }
    })
    const bars = elements(figure!.svg, "rect").map(({ attributes }) => attributes["className"])
    assert.strictEqual(bars.filter((name) => name === "fill ink-0").length, 1)
    assert.strictEqual(bars.filter((name) => name === "fill ink-quiet").length, 2)
  })
})

describe("the hours of a day", () => {
  it("have the night behind them as the document says it, and no night where it says none", () => {
    const [figure] = drawChart(compared.document, "hour_of_day")
    const { night } = compared.document.charts.find(({ key }) => key === "hour_of_day")!
    const hours = night!.flatMap((share, hour) => (share > 0.5 ? [hour] : []))
    // 45 degrees north in May, by UTC at 7 degrees east: from about eight in the evening to three
    assert.includeMembers(hours, [0, 1, 21, 22, 23])
    assert.notInclude(hours, 12)
    const [drawn] = withClass(figure!.svg, "night")
    assert.strictEqual(String(drawn!.attributes["d"]).split("M").length - 1, hours.length)
    assert.isNotNull(figure!.note)
    const { night: _, ...without } = compared.document.charts.find(({ key }) => key === "hour_of_day")!
    const [plain] = drawChart(only(without), "hour_of_day")
    assert.lengthOf(withClass(plain!.svg, "night"), 0)
  })
})

describe("the charts of grazing", () => {
  it("begin the bars of relative pressure at 1, in the order of their ranks", () => {
    const [figure] = drawChart(grazed.document, "relative_pressure")
    assert.deepStrictEqual(
      texts(figure!.svg).filter((text) => /^[A-Z]/u.test(text)),
      ["West", "East", "South"]
    )
    const bars = elements(figure!.svg, "rect").map(({ attributes }) => attributes)
    const base = Number(withClass(figure!.svg, "tick")[0]!.attributes["d"]!.toString().slice(1).split(" ")[0])
    assert.closeTo(Number(bars[0]!["x"]), base, 0.2, "more than the mean goes to the right")
    assert.closeTo(Number(bars[2]!["x"]) + Number(bars[2]!["width"]), base, 0.2, "less goes to the left")
  })

  it("have a calendar with the span of each rest of a week or longer, and the days of rest", () => {
    const [figure] = drawChart(grazed.document, "rest_calendar")
    const said = texts(figure!.svg)
    for (const area of ["west", "east", "south"]) {
      const { longest_rest_days, rest_days } = grazed.document.summary["main"]![area]!
      assert.includeMembers([...said], [`rest ${longest_rest_days} days`, `${rest_days} d rest`])
    }
    assert.isTrue(figure!.isWide)
    const day = Date.parse("2024-05-03T00:00:00Z")
    assert.closeTo(figure!.plot!.x.toValue(figure!.plot!.x.toPixel(day)), day, 1)
  })
})

describe("a drawing as text", () => {
  it("has names of subjects as text, never as markup", () => {
    const evil = only({ series: [{ ...series([1, 2], [1, 2]), label: `<b>"&` }, series([1, 2], [2, 1])] })
    const [figure] = drawChart({ ...evil, charts: [{ ...evil.charts[0]!, title: `<i>"` }] }, "c")
    assert.notMatch(svgText(figure!.svg!), /<i>|<b>/u)
  })

  it("is part of a report that fetches nothing and runs nothing", () => {
    for (const computed of [compared, grazed]) {
      const report = reportOf({ title: "Report", ...computed })
      assert.notMatch(report, /<script|src=|href=|@import|url\(/u)
    }
  })
})
