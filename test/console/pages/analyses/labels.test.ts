// The labels of results and options are in the catalogue, so that they are shown in the reader's language.
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import {
  labelled as labelledProperty,
  type Property
} from "../../../../src/console/pages/analyses/new/optionProperty.ts"
import { labelled } from "../../../../src/console/pages/analyses/result/document.ts"
import { catalogue } from "../../../../src/domain/analysis/catalogue.ts"
import { jsonSchemaOf } from "../../../../src/domain/analysis/option.ts"
import { labelText } from "../../../../src/console/pages/analyses/labelText.ts"
import { documents } from "../../../sandbox/documents.ts"
import { showLanguage } from "../../../support/words.ts"

/** The texts that are not in the marks of the pseudo-language. */
const unmarked = (texts: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> =>
  [...new Set(texts)].filter((text): text is string => typeof text === "string" && !text.includes("\u27e6"))

/** Symbols of units, which are the same in every language. */
const SYMBOLS = ["d", "h", "ha", "km", "km/h", "km\u00b2", "m", "m/s", "min", "\u00b0"]
/** Names of methods, which are the same in every language. */
const METHOD_NAMES = ["MCP", "KDE 95%"]

beforeEach(() => showLanguage("xx"))
afterEach(() => showLanguage("en"))

describe("the labels of a result", () => {
  it.each(Object.entries(documents))("are in the catalogue: %s", (_, { document }) => {
    const { charts, tables } = labelled(document)
    const columns = tables.flatMap((table) => table.columns)
    const labels = [
      ...tables.map(({ title }) => title),
      ...columns.flatMap(({ label, unit }) => [label, unit]),
      ...charts.flatMap(({ title, unit, x_label }) => [title, unit, x_label]),
      // of a series of a subject or an area without its name
      ...charts.flatMap(({ series }) =>
        series.flatMap(({ key, label }) => label.split(" \u00b7 ").slice(key.includes("/") ? 1 : 0))
      )
    ]
    const names = ["West", "East", ...document.subjects.map(({ name }) => name)]
    const seasons = document.charts.flatMap(({ key, series }) =>
      key.includes("season") ? series.map(({ label }) => label) : []
    )
    assert.deepStrictEqual(
      unmarked(labels).filter(
        (label) => ![...SYMBOLS, ...METHOD_NAMES, ...names, ...seasons].includes(label)
      ),
      []
    )
  })

  it("keep their numbers, and what stands behind them", async () => {
    await showLanguage("es")
    assert.deepStrictEqual(
      [
        "Use (3 of 12 animals tracked)",
        "Minimum convex polygon 97.5%",
        "Daily distance by subject and period",
        "Herd (herd: 3 of 5 animals tracked; other herd: 4 of 4 animals tracked)",
        "Bison 04"
      ].map(labelText),
      [
        "Uso (3 de 12 animales con seguimiento)",
        "Pol\u00edgono convexo m\u00ednimo 97.5 %",
        "Distancia diaria por animal y per\u00edodo",
        "Reba\u00f1o (reba\u00f1o: 3 de 5 animales con seguimiento; otro reba\u00f1o: 4 de 4 animales con seguimiento)",
        "Bison 04"
      ]
    )
  })
})

describe("the labels of an option", () => {
  it.each(Object.entries(catalogue))("are in the catalogue: %s", (_, { defaults, label, options }) => {
    const { properties } = jsonSchemaOf(options, { ...defaults })
    const labels = Object.values(properties as Readonly<Record<string, Property>>)
      .map(labelledProperty)
      .flatMap(
        ({
          description,
          title,
          "x-automatic": automatic,
          "x-labels": values = {},
          "x-presets": presets = [],
          "x-unit": unit,
          "x-warning": warning
        }) => [
          title,
          description,
          unit,
          automatic,
          warning?.text,
          ...Object.values(values),
          ...presets.map((preset) => preset.label)
        ]
      )
    assert.deepStrictEqual(
      unmarked([labelText(label), ...labels]).filter((text) => !SYMBOLS.includes(text)),
      []
    )
  })
})
