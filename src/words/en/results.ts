// English words of the result of an analysis.
import { countsIn, listsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const and = listsIn("en-GB", "conjunction")

/** results are the words of the result of an analysis, and of the comparison of two. */
export const results = {
  analyses: "Analyses",
  gone: "This run has no result any more.",
  period: { label: "Period", main: "Main period", comparison: "Comparison" },
  method: {
    period: <P>(p: { from: P; to: P; zone: string }) => parts<P | string>`${p.from} to ${p.to}, ${p.zone}`,
    comparedWith: <P>(p: { from: P; to: P }) => parts<P>`compared with ${p.from} to ${p.to}`,
    fixes: (p: { count: number }) => counts(p.count, { one: "# fix", other: "# fixes" }),
    read: <P>(p: { fixes: P; excluded: P }) => parts<P>`${p.fixes} read, ${p.excluded} left out`,
    input: <P>(p: { hash: P }) => parts<P>`input ${p.hash}`,
    by: (p: { who: string }) => `by ${p.who}`,
    finished: (p: { time: string }) => `finished ${p.time}`,
    finishedAfter: (p: { time: string; took: string }) => `finished ${p.time} after ${p.took}`,
    toggle: (p: { decisions: number }) =>
      counts(p.decisions, { one: "Method and # decision", other: "Method and # decisions" }),
    title: "Method",
    copy: "Copy",
    copied: "The method paragraph is on the clipboard.",
    options: "Options",
    decisions: "Decisions"
  },
  warnings: {
    warnings: (p: { count: number }) => counts(p.count, { one: "# warning", other: "# warnings" }),
    notices: (p: { count: number }) => counts(p.count, { one: "# notice", other: "# notices" }),
    fewer: "Fewer",
    more: (p: { count: number }) => counts(p.count, { other: "# more" })
  },
  acts: {
    copyMethod: "Copy method paragraph",
    comparePeriods: "Compare both periods",
    download: "Download:"
  },
  downloads: {
    report: "Report",
    figuresCsv: "Figures, CSV",
    figuresExcel: "Figures, Excel",
    comparisonCsv: "Comparison, CSV",
    areasCsv: "Areas, CSV",
    dailyCsv: "By day, CSV",
    shapes: "Shapes, GeoJSON",
    allExcel: "Everything, Excel",
    allJson: "Everything, JSON"
  },
  map: {
    canvas: (p: { title: string }) => `Map: ${p.title}`,
    error: "Shapes could not be read.",
    loading: "Loading shapes",
    isCut: (p: { count: number }) =>
      counts(p.count, { one: "the first # shape of a kind", other: "the first # shapes of a kind" }),
    colourBy: "Colour areas by",
    legend: "Legend",
    hotspots: "cells that hold half of an area's time",
    close: "Close"
  },
  measures: {
    use: "Use",
    metabolic: "Metabolic",
    weighted: "Weighted",
    pressure: "Pressure",
    rest: "Rest"
  },
  shapes: {
    mcp: "Convex polygon",
    kde95: "Kernel 95 %",
    kde50: "Kernel 50 %",
    areas: "Areas",
    hotspots: "Hotspots",
    clusters: "Clusters",
    tracks: "Tracks"
  },
  table: {
    columns: "Columns",
    shown: (p: { shown: number; all: number }) =>
      `${counts(p.shown, { other: "#" })} of ${counts(p.all, { one: "# figure", other: "# figures" })}`,
    copy: "Copy",
    copied: "The whole table is on the clipboard."
  },
  chart: {
    none: "No data.",
    asTable: (p: { title: string }) => `${p.title}, as a table`,
    chart: "Chart",
    table: "Table"
  },
  movement: {
    ranges: "Home ranges",
    bySubject: (p: { one: string }) => `By ${p.one}`,
    noFixes: "No fixes in this period.",
    fewFixes: (p: { least: number }) =>
      counts(p.least, { other: "Fewer than # fixes: no home range and no clusters are computed." }),
    bothPeriods: "Both periods",
    metric: "Metric"
  },
  grazing: {
    map: "Use by area: presence, not feeding",
    tables: {
      area_animals: "Areas by animal",
      animals: "Animals of the herd",
      rest_periods: "Periods of rest, the longest first",
      stocking: "Stocking",
      overlaps: "Areas that overlap"
    }
  },
  compare: {
    title: "Compare",
    runs: "the runs",
    periodsOf: (p: { name: string }) => `${p.name}: both periods`,
    names: (p: { names: ReadonlyArray<string> }) => and(p.names),
    refused: "These cannot be compared.",
    changeAndRerun: (p: { name: string }) => `Change and re-run ${p.name}`,
    noResult: "One of these runs has no result yet.",
    alike: { title: "Computed the same way", hint: "the same method, options and quality of data" },
    unlike: { title: "Computed differently", hint: "affected values are marked *" },
    unlikeBy: (p: { why: ReadonlyArray<string> }) => `(computed differently: ${p.why.join(", ")})`,
    onlyFirst: (p: { names: ReadonlyArray<string> }) => `Only in the first: ${p.names.join(", ")}.`,
    onlySecond: (p: { names: ReadonlyArray<string> }) => `Only in the second: ${p.names.join(", ")}.`,
    difference: "Difference",
    change: "Change",
    metric: "Metric",
    subject: "Subject",
    chooseMetric: "select a row to see its metric",
    chooseSubject: "select a row to see its subject",
    figuresOf: (p: { name: string }) => `Figures of ${p.name}`,
    bySubject: (p: { metric: string }) => `${p.metric} by subject`
  }
}
