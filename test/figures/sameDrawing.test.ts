// Page, report and export draw the same: one tree for each chart, as text and as elements of React.
import { createElement, type ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { drawCharts } from "../../src/figures/charts/drawChart.ts"
import type { FigureNode } from "../../src/figures/FigureNode.ts"
import { drawMaps } from "../../src/figures/map/drawMaps.ts"
import { reportOf } from "../../src/figures/report/reportOf.ts"
import { svgText } from "../../src/figures/svgText.ts"
import { compared, grazed } from "./documents.ts"

/** A tree as elements: all that a page needs to draw it. */
const elementOf = (node: FigureNode | string, key: number): ReactNode =>
  typeof node === "string"
    ? node
    : createElement(node.tag, { key, ...node.attributes }, ...node.children.map(elementOf))

/** Tags, attributes and texts, without the ways of writing them. */
const plain = (markup: string): string =>
  markup.replaceAll("&#x27;", "'").replaceAll(/<(\w+)([^>]*)\/>/gu, "<$1$2></$1>")

const computed = [
  ["movement", compared],
  ["grazing", grazed]
] as const

describe("a drawing", () => {
  for (const [module, { document, geometries }] of computed)
    it(`of ${module} is the same tree in the report, in an export and on a page`, () => {
      const maps = drawMaps(
        geometries,
        document.subjects.map(({ id }) => id)
      )
      const drawings = [...drawCharts(document), ...maps.figures].flatMap(({ svg }) =>
        svg === null ? [] : [svg]
      )
      const report = reportOf({ title: module, document, geometries })
      for (const drawing of drawings) {
        const text = svgText(drawing)
        assert.include(report, text)
        assert.strictEqual(plain(renderToStaticMarkup(elementOf(drawing, 0))), plain(text))
      }
      assert.strictEqual(report.split("<figure").length - 1, drawings.length)
    })

  it("is the same for a document that a database gave back with its members in another order", () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([key, member]) => [key, reversed(member)])
            )
          : value
    for (const [title, result] of computed)
      // the same members in another order are a result still
      assert.strictEqual(
        reportOf({ title, ...(reversed(result) as typeof result) }),
        reportOf({ title, ...result })
      )
  })
})
